import { CheckCircleFilled, ExclamationCircleFilled } from '@ant-design/icons'
import { SectionTitle } from '#shell/parts/SectionTitle.tsx'
import { nowOf } from '#kernel/values/dates.ts'
import { type ComparedRow, useComparing } from './comparing.ts'
import { useCheckText } from './text.ts'
import './check.css'

/** Differences between a filed document and its invoices, where it is decided; drawn where it has invoices with files. */
export function DocumentCheck({ document }: { document?: string }) {
  const { t } = useCheckText()
  const rows = useComparing(document)
  if (!rows || rows.length === 0) return null
  const differences = rows.flatMap(({ place, comparisons }) =>
    comparisons.flatMap((each) => (each.isSame || each.entered === undefined ? [] : [{ ...each, place }]))
  )
  const unread = rows.filter((row) => !row.isCompared).length
  return (
    <section className="oa-invoice-summary" aria-label={t('title')}>
      <SectionTitle>{t('title')}</SectionTitle>
      <Verdict rows={rows} count={differences.length} />
      {differences.length > 0 && (
        <ul>
          {differences.map(({ place, subject, entered = '', read }) => (
            <li key={`${place} ${subject}`}>{t('rowSays', { place, subject: t(subject), entered, read })}</li>
          ))}
        </ul>
      )}
      <Verifications rows={rows} />
      {unread > 0 && (
        <p data-same={false}>
          <ExclamationCircleFilled aria-hidden /> {t('someUnread', { count: unread })}
        </p>
      )}
    </section>
  )
}

/** The number of verified ones, and which were refused and why. */
function Verifications({ rows }: { rows: readonly ComparedRow[] }) {
  const { t } = useCheckText()
  // an invoice that rows share is verified once
  const all = rows.flatMap(({ place, verifications }) => verifications.map((each) => ({ ...each, place })))
    .filter(({ file, number }, index, every) => every.findIndex((each) => each.file === file && each.number === number) === index)
  const genuine = all.filter(({ outcome }) => outcome === 'genuine').length
  const refused = all.flatMap(({ outcome, message, at = '', ...rest }) =>
    outcome === undefined || outcome === 'genuine'
      ? []
      : [{ ...rest, message: message || t(outcome, { at: nowOf(new Date(at)).slice(0, 16) }) }]
  )
  return (
    <>
      {genuine > 0 && (
        <p data-same>
          <CheckCircleFilled aria-hidden /> {t(genuine === 1 ? 'verifiedAll_one' : 'verifiedAll_other', { count: genuine })}
        </p>
      )}
      {refused.length > 0 && (
        <ul>
          {refused.map(({ place, number, message }) => <li key={`${place} ${number}`}>{t('refusedSome', { place, number, message })}</li>)}
        </ul>
      )}
    </>
  )
}

function Verdict({ rows, count }: { rows: readonly ComparedRow[]; count: number }) {
  const { t } = useCheckText()
  const read = rows.filter(({ isRead, isCompared }) => isRead && isCompared).length
  if (count > 0)
    return (
      <p data-same={false}>
        <ExclamationCircleFilled aria-hidden /> {t('differing', { count })}
      </p>
    )
  return read > 0 && (
    <p data-same>
      <CheckCircleFilled aria-hidden /> {t('allSame', { count: read })}
    </p>
  )
}
