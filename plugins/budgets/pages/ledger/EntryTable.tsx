import { Link } from 'react-router'
import { useReferences } from '#fields/references/use-references.ts'
import { decimalOf, formatNumber } from '#kernel/values/money.ts'
import { useDocumentLink } from '#shell/documents/use-document-link.ts'
import { usePeople } from '#shell/start/directory.ts'
import { monthKey, useBudgetText } from '../text.ts'
import type { LedgerEntry } from '../wire.ts'

interface EntryTableProps {
  readonly entries: readonly LedgerEntry[]
  /** Planned amount of the months, shown as a last row once all entries are loaded. */
  readonly planned: string | undefined
  readonly isOneMonth: boolean
  readonly isOneCategory: boolean
}

/** Ledger entries, newest first; the plan is the last row. */
export function EntryTable({ entries, planned, isOneMonth, isOneCategory }: EntryTableProps) {
  const { t, name } = useBudgetText()
  const people = usePeople(entries.map(({ operator }) => operator))
  const ids = [...new Set(entries.map(({ expenseCategoryId }) => expenseCategoryId))]
  const known = useReferences('expenseCategory', isOneCategory ? [] : ids)
  const categories = new Map(ids.map((id, index) => [id, known[index]?.name]))
  const places = [...entries.flatMap(({ change, balance }) => [change, balance]), planned].every(isWhole) ? 0 : 2
  return (
    <table className="oa-entries">
      <thead>
        <tr>
          <th scope="col">{t('time')}</th>
          <th scope="col">{t('entryType')}</th>
          <th scope="col">{t('document')}</th>
          <th scope="col" className="is-right">{t('change')}</th>
          <th scope="col" className="is-right">{t('balance')}</th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <EntryRow key={entry.id} entry={entry} places={places} person={name(people.get(entry.operator)?.name)}
            where={[!isOneCategory && name(categories.get(entry.expenseCategoryId)), !isOneMonth && t(monthKey(entry.month))].filter(
              Boolean,
            ).join(' · ')} />
        ))}
        {planned !== undefined && (
          <tr>
            <td className="oa-nothing">—</td>
            <td>{t('budget')}</td>
            <td className="oa-quiet">{t('planEntry')}</td>
            <td className="num is-right" data-sign="plus">{signed(planned, places)}</td>
            <td className="num is-right oa-quiet">{plain(planned, places)}</td>
          </tr>
        )}
      </tbody>
    </table>
  )
}

interface EntryRowProps {
  readonly entry: LedgerEntry
  /** Number of decimals of all amounts in the table. */
  readonly places: number
  /** Name of the operator. */
  readonly person: string
  /** Category and month, unless equal for all entries. */
  readonly where: string
}

function EntryRow({ entry, places, person, where }: EntryRowProps) {
  const { t } = useBudgetText()
  return (
    <tr>
      <td className="num oa-quiet" title={`${entry.happenTime} ${person}`}>{isOpening(entry) ? '—' : entry.happenTime.slice(5, 16)}</td>
      <td>{t(entry.entryType)}</td>
      <td>
        <Source entry={entry} />
        {where !== '' && <small className="cut">{where}</small>}
        {entry.reason && <small>{entry.reason}</small>}
      </td>
      <td className="num is-right" data-sign={isBelow(entry.change) ? 'minus' : 'plus'}>{signed(entry.change, places)}</td>
      <td className="num is-right oa-quiet" data-below={isBelow(entry.balance) || undefined}>{plain(entry.balance, places)}</td>
    </tr>
  )
}

/** Returns whether the entry is an opening balance; its date is that of the import, not of the spending. */
const isOpening = ({ businessType }: LedgerEntry): boolean => businessType === 'opening'

const isBelow = (amount: string | null): boolean => decimalOf(amount)?.isNegative() ?? false

/** Source of an entry: a link to the document if it may be read, or the number of a move. */
function Source({ entry }: { entry: LedgerEntry }) {
  const { t } = useBudgetText()
  const { procInstId, businessType, businessNo } = entry
  if (procInstId !== null && businessType !== null) return <DocumentName entry={entry} to={{ procInstId, businessType, routeName: '' }} />
  if (businessNo !== null) return <span className="num">{businessNo}</span>
  if (businessType === null) return <span className="oa-nothing">—</span>
  return <span className="oa-quiet">{t(isOpening(entry) ? 'opening' : 'hiddenDocument')}</span>
}

function DocumentName(
  { entry: { businessNo, title, titleEn }, to }: { entry: LedgerEntry; to: Parameters<ReturnType<typeof useDocumentLink>>[0] },
) {
  const { locale } = useBudgetText()
  const linkOf = useDocumentLink()
  const shownTitle = (locale === 'en' ? titleEn : title) ?? title ?? ''
  return <Link className="num" title={shownTitle} to={linkOf(to)}>{businessNo ?? shownTitle}</Link>
}

/** Returns whether an amount has no cents; cents are shown for all amounts of the table or for none. */
const isWhole = (amount: string | null | undefined): boolean => decimalOf(amount)?.isInteger() ?? true

function plain(amount: string | null, places: number): string {
  const value = decimalOf(amount)
  if (!value) return '—'
  return `${value.isNegative() && !value.isZero() ? '−' : ''}${formatNumber(value.abs(), places)}`
}

const signed = (amount: string, places: number): string => (decimalOf(amount)?.gt(0) ? `+${plain(amount, places)}` : plain(amount, places))
