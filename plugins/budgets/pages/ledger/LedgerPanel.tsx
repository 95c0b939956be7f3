import { CheckCircleFilled, WarningFilled } from '@ant-design/icons'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useHttp } from '#shell/backend.ts'
import { Money } from '#shell/parts/Money.tsx'
import { RowsSkeleton } from '#shell/parts/Skeletons.tsx'
import { ErrorState } from '#shell/states/ErrorState.tsx'
import { ExportButton } from '#shell/resource/transfer/ExportButton.tsx'
import { StateView } from '#shell/states/StateView.tsx'
import { can } from '../../permissions.ts'
import { entriesQuery, ledgerPath } from '../calls.ts'
import { exceeded, sum, usage } from '../figures.ts'
import { UsageBar } from '../grid/Ratio.tsx'
import { Panel } from '../panels/Panel.tsx'
import type { FigureSelection } from '../rows.ts'
import { monthKey, spanOf, useBudgetText } from '../text.ts'
import type { EntryPage, Figures } from '../wire.ts'
import { EntryTable } from './EntryTable.tsx'

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
      <dl className="oa-key-figures is-small">
        {(['budget', 'used', 'occupied', 'available'] as const).map((key) => (
          <div key={key}>
            <dt>{t(key)}</dt>
            <dd>
              <Money value={figures[key]} />
            </dd>
          </div>
        ))}
      </dl>
      <UsageBar figures={figures} band={figures.band} />
      <p className="oa-ledger-band" data-band={figures.band}>
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
