import { Link } from 'react-router'
import { useReferences } from '../../../../src/fields/references/use-references.ts'
import { decimalOf, formatNumber } from '../../../../src/kernel/money.ts'
import { useDocumentLink } from '../../../../src/shell/documents/use-document-link.ts'
import { usePeople } from '../../../../src/shell/start/directory.ts'
import { useBudgetText } from '../text.ts'
import type { Entry } from '../wire.ts'

interface EntryTableProps {
  readonly entries: readonly Entry[]
  /** What the months began with; a last row where all entries are shown. */
  readonly planned: string | undefined
  readonly isOneMonth: boolean
  readonly isOneCategory: boolean
}

/** Entries, newest first; the plan is the oldest. */
export function EntryTable({ entries, planned, isOneMonth, isOneCategory }: EntryTableProps) {
  const { t, name } = useBudgetText()
  const people = usePeople(entries.map(({ operator }) => operator))
  const ids = [...new Set(entries.map(({ expenseCategoryId }) => expenseCategoryId))]
  const known = useReferences('expenseCategory', isOneCategory ? [] : ids)
  const categories = new Map(ids.map((id, index) => [id, known[index]?.name]))
  return (
    <table className="oa-entries">
      <thead>
        <tr>
          <th scope="col">{t('time')}</th><th scope="col">{t('entryType')}</th><th scope="col">{t('document')}</th>
          <th scope="col" className="is-right">{t('change')}</th><th scope="col" className="is-right">{t('balance')}</th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <tr key={entry.id}>
            <td className="num oa-quiet" title={entry.happenTime}>{entry.happenTime.slice(5, 16)}</td>
            <td>{t(entry.entryType)}</td>
            <td>
              <Source entry={entry} />
              {(!isOneMonth || !isOneCategory) && (
                <small className="cut">{[!isOneCategory && name(categories.get(entry.expenseCategoryId)), !isOneMonth && t('monthName', { month: entry.month })].filter(Boolean).join(' · ')}</small>
              )}
              {entry.reason && <small title={name(people.get(entry.operator)?.name)}>{entry.reason}</small>}
            </td>
            <td className="num is-right" data-sign={decimalOf(entry.change)?.isNegative() ? 'minus' : 'plus'}>{signed(entry.change)}</td>
            <td className="num is-right oa-quiet" data-below={decimalOf(entry.balance)?.isNegative() || undefined}>{plain(entry.balance)}</td>
          </tr>
        ))}
        {planned !== undefined && (
          <tr>
            <td className="oa-nothing">—</td><td>{t('budget')}</td><td className="oa-quiet">{t('planEntry')}</td>
            <td className="num is-right" data-sign="plus">{signed(planned)}</td><td className="num is-right oa-quiet">{plain(planned)}</td>
          </tr>
        )}
      </tbody>
    </table>
  )
}

/** The document behind an entry, as far as it may be read; a move is known by its number. */
function Source({ entry: { procInstId, businessType, businessNo, title, titleEn } }: { entry: Entry }) {
  const { t, locale } = useBudgetText()
  const linkOf = useDocumentLink()
  if (procInstId !== null && businessType !== null) {
    const said = (locale === 'en' && titleEn) || title || ''
    return <Link className="num" title={said} to={linkOf({ businessType, procInstId, routeName: '' })}>{businessNo ?? said}</Link>
  }
  if (businessNo !== null) return <span className="num">{businessNo}</span>
  if (businessType === null) return <span className="oa-nothing">—</span>
  return <span className="oa-quiet">{t(businessType === 'opening' ? 'opening' : 'hiddenDocument')}</span>
}

/** Cents are shown where there are some. */
function plain(amount: string | null): string {
  const value = decimalOf(amount)
  if (!value) return '—'
  return `${value.isNegative() && !value.isZero() ? '−' : ''}${formatNumber(value.abs(), value.isInteger() ? 0 : 2)}`
}

const signed = (amount: string): string => (decimalOf(amount)?.gt(0) ? `+${plain(amount)}` : plain(amount))
