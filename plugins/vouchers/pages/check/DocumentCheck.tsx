import { CheckCircleFilled, ExclamationCircleFilled } from '@ant-design/icons'
import { nowOf } from '#kernel/values/dates.ts'
import { SectionTitle } from '#shell/parts/SectionTitle.tsx'
import { type ComparedRow, useCheckText, useComparing } from './comparing.ts'
import './check.css'

interface DocumentCheckProps {
  readonly document?: string
  /** The differences are already listed among the document's exceptions: shows only matches, and nothing without one. */
  readonly isChecked?: boolean
}

/** Comparison of a document's rows with their invoices, for the applicant and approvers; hidden without invoice files. */
export function DocumentCheck({ document, isChecked = false }: DocumentCheckProps) {
  const { t } = useCheckText()
  const rows = useComparing(document)
  if (!rows || rows.length === 0) return null
  const differences = rows.flatMap(({ place, comparisons }) =>
    comparisons.flatMap((each) => (each.isSame || each.entered === undefined ? [] : [{ ...each, place }]))
  )
  if (isChecked && differences.length > 0 && !hasGenuine(rows)) return null
  const said = isChecked ? <Agreement rows={rows} hasDifferences={differences.length > 0} /> : (
    <>
      <Verdict rows={rows} count={differences.length} />
      <ul hidden={differences.length === 0}>
        {differences.map(({ place, subject, entered = '', read }) => (
          <li key={`${place} ${subject}`}>{t('rowSays', { place, subject: t(subject), entered, read })}</li>
        ))}
      </ul>
      <Verifications rows={rows} />
      <Unread rows={rows} />
    </>
  )
  return (
    <section className="oa-invoice-summary" aria-label={t('title')}>
      <SectionTitle>{t('title')}</SectionTitle>
      {said}
    </section>
  )
}

const hasGenuine = (rows: readonly ComparedRow[]): boolean =>
  rows.some(({ verifications }) => verifications.some(({ outcome }) => outcome === 'genuine'))

/** Summary of the matches, where the differences are listed among the document's exceptions. */
function Agreement({ rows, hasDifferences }: { rows: readonly ComparedRow[]; hasDifferences: boolean }) {
  return (
    <>
      {!hasDifferences && <Verdict rows={rows} count={0} />}
      <Verifications rows={rows} areRefusedSaid />
    </>
  )
}

function Unread({ rows }: { rows: readonly ComparedRow[] }) {
  const { t } = useCheckText()
  const count = rows.filter((row) => !row.isCompared).length
  return count > 0 && (
    <p data-same={false}>
      <ExclamationCircleFilled aria-hidden /> {t('someUnread', { count })}
    </p>
  )
}

/** Number of verified invoices, and the rejected ones with the reason. */
function Verifications({ rows, areRefusedSaid = false }: { rows: readonly ComparedRow[]; areRefusedSaid?: boolean }) {
  const { t } = useCheckText()
  // an invoice shared by several rows is verified once
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
      {!areRefusedSaid && refused.length > 0 && (
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
