import { CheckCircleFilled, WarningFilled } from '@ant-design/icons'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { Link } from 'react-router'
import { decimalOf, formatNumber } from '#kernel/values/money.ts'
import { useReferences } from '#fields/references/reference-book.ts'
import { useHttp } from '#shell/backend.ts'
import { Money } from '#shell/parts/Figures.tsx'
import { RowsSkeleton } from '#shell/parts/Skeletons.tsx'
import { ErrorState, StateView } from '#shell/states/StateView.tsx'
import { ExportButton } from '#shell/resource/transfer/TransferButtons.tsx'
import { useDocumentLink } from '#shell/documents/use-document-link.ts'
import { usePeople } from '#shell/start/directory.ts'
import { can } from '../../permissions.ts'
import { entriesQuery, ledgerPath } from '../calls.ts'
import { exceeded, sum, usage } from '../figures.ts'
import { UsageBar } from '../grid/Ratio.tsx'
import { Panel } from '../panels/SidePanels.tsx'
import type { FigureSelection } from '../rows.ts'
import { monthKey, spanOf, useBudgetText } from '../texts.ts'
import type { EntryPage, Figures, LedgerEntry } from '../wire.ts'

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
            <td className="second">{t('planEntry')}</td>
            <td className="num is-right" data-sign="plus">{signed(planned, places)}</td>
            <td className="num is-right second">{plain(planned, places)}</td>
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
      <td className="num second" title={`${entry.happenTime} ${person}`}>
        {isOpening(entry) ? '—' : entry.happenTime.slice(5, 16)}
      </td>
      <td>{t(entry.entryType)}</td>
      <td>
        <Source entry={entry} />
        {where !== '' && <small className="cut">{where}</small>}
        {entry.reason && <small>{entry.reason}</small>}
      </td>
      <td className="num is-right" data-sign={isBelow(entry.change) ? 'minus' : 'plus'}>{signed(entry.change, places)}</td>
      <td className="num is-right second" data-below={isBelow(entry.balance) || undefined}>{plain(entry.balance, places)}</td>
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
  return <span className="second">{t(isOpening(entry) ? 'opening' : 'hiddenDocument')}</span>
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

interface LedgerPanelProps {
  readonly year: number
  readonly selection: FigureSelection
  /** Opens the variance reasons of the selected months' quarter. */
  onExplain?(): void
  onClose(): void
}

const exported = { cn: '预算台账', en: 'Budget ledger' }

/** Side panel with the ledger entries behind a figure and their running balance. */
export function LedgerPanel({ year, selection, onExplain, onClose }: LedgerPanelProps) {
  const { t } = useBudgetText()
  const http = useHttp()
  const { departmentId, expenseCategoryId: categoryId, from: fromMonth, to: toMonth, figures } = selection
  const filter = { year, departmentId, categoryId, fromMonth, toMonth }
  const answer = useInfiniteQuery(entriesQuery(http, filter))
  const title = useLedgerTitle(selection)
  const pages = answer.data?.pages ?? []
  return (
    <Panel title={title} note={t('ledgerNote')} onClose={onClose}
      actions={<ExportButton path={ledgerPath} title={exported} permission={can.export} query={filter} />}
      head={<LedgerHead figures={figures} onExplain={onExplain} />} foot={answer.isSuccess && <Reconciled pages={pages} />}
    >
      {answer.isError && <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />}
      {answer.isPending && <RowsSkeleton rows={6} columns={['22%', '12%', '28%', '16%', '12%']} />}
      {answer.isSuccess && <Entries pages={pages} selection={selection} />}
      {answer.hasNextPage && (
        <Button block loading={answer.isFetchingNextPage} onClick={() => void answer.fetchNextPage()}>{t('more')}</Button>
      )}
    </Panel>
  )
}

/** Title: line and months of the figure. */
function useLedgerTitle({ departmentName, expenseCategoryName, from, to }: FigureSelection): string {
  const { t, name } = useBudgetText()
  const when = from === to ? t(monthKey(from)) : t('monthsName', spanOf(t, from, to))
  return [name(departmentName) || t('everything'), name(expenseCategoryName), when].filter(Boolean).join(' · ')
}

function Entries({ pages, selection }: { pages: readonly EntryPage[]; selection: FigureSelection }) {
  const { t } = useBudgetText()
  const entries = pages.flatMap(({ records }) => records)
  const planned = pages[0]?.planned
  if (entries.length === 0 && planned === undefined) return <StateView illustration="empty" title={t('noEntries')} role="status" />
  const isComplete = pages.at(-1) !== undefined && entries.length >= (pages[0]?.total ?? 0)
  return (
    <EntryTable entries={entries} planned={isComplete ? planned : undefined} isOneMonth={selection.from === selection.to}
      isOneCategory={selection.expenseCategoryId !== undefined} />
  )
}

function LedgerHead({ figures, onExplain }: { figures: Figures; onExplain?(): void }) {
  const { t } = useBudgetText()
  const { percent } = usage(figures)
  const over = exceeded(figures)
  return (
    <div className="oa-ledger-head">
      <dl className="oa-key-figures is-small flex wrap">
        {(['budget', 'used', 'occupied', 'available'] as const).map((key) => (
          <div key={key}>
            <dt className="second small line-18">{t(key)}</dt>
            <dd className="bold">
              <Money value={figures[key]} />
            </dd>
          </div>
        ))}
      </dl>
      <UsageBar figures={figures} band={figures.band} />
      <p className="oa-ledger-band row small between top-4" data-band={figures.band}>
        <span className="num">
          {percent === undefined ? t(figures.band) : `${percent}%`}
          {over !== undefined && (
            <>
              {' '}· {t('over')} <Money value={over} />
            </>
          )}
        </span>
        {onExplain && <Button type="link" size="small" onClick={onExplain}>{t('explain')}</Button>}
      </p>
    </div>
  )
}

/** Checks that the plan plus all changes equals the balance, once all entries are loaded. */
function Reconciled({ pages }: { pages: readonly EntryPage[] }) {
  const { t } = useBudgetText()
  const [first] = pages
  const entries = pages.flatMap(({ records }) => records)
  if (!first) return null
  if (first.planned === undefined) return <span>{t('entryCount', { count: first.total })}</span>
  if (entries.length < first.total) return <span>{t('entriesShown', { shown: entries.length, count: first.total })}</span>
  return <Agreement count={entries.length} agrees={sum(first.planned, ...entries.map(({ change }) => change)) === sum(first.balance)} />
}

function Agreement({ count, agrees }: { count: number; agrees: boolean }) {
  const { t } = useBudgetText()
  return (
    <span className="oa-reconciled" data-agrees={agrees} role="status">
      {agrees ? <CheckCircleFilled aria-hidden /> : <WarningFilled aria-hidden />} {t(agrees ? 'reconciled' : 'notReconciled', { count })}
    </span>
  )
}
