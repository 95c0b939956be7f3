import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useMemo, useState } from 'react'
import { may } from '#providers/permissions.ts'
import { isFailure } from '#providers/failure.ts'
import { useHttp } from '#shell/backend.ts'
import { useListQuery } from '#shell/list/use-list-query.ts'
import { PageSkeleton } from '#shell/parts/Skeletons.tsx'
import { ErrorState } from '#shell/states/ErrorState.tsx'
import { Forbidden } from '#shell/states/pages.tsx'
import { can } from '../permissions.ts'
import { quarterOf } from '../quarter.ts'
import { Actions, type Dialog } from './Actions.tsx'
import { yearQuery } from './calls.ts'
import { useEditing } from './entry/use-editing.ts'
import { addressOf, bodyOf, filterNames, keptByReset } from './filters.ts'
import { lastQuarter, openedBy, type SidePanel } from './side-panel.ts'
import { Headline } from './Headline.tsx'
import { LedgerPanel } from './ledger/LedgerPanel.tsx'
import { HistoryPanel } from './panels/HistoryPanel.tsx'
import { VariancePanel } from './panels/VariancePanel.tsx'
import { freshSelection, type FigureSelection } from './rows.ts'
import { Title } from './Title.tsx'
import { Toolbar } from './Toolbar.tsx'
import { spanOf, useBudgetText } from './text.ts'
import { useView } from './use-view.ts'
import type { BudgetYear, BudgetLine } from './wire.ts'
import { YearGrid } from './YearGrid.tsx'
import './budgets.css'

const AddDialog = lazy(async () => ({ default: (await import('./entry/AddDialog.tsx')).AddDialog }))
const AdjustDialog = lazy(async () => ({ default: (await import('./entry/AdjustDialog.tsx')).AdjustDialog }))
const YearDialog = lazy(async () => ({ default: (await import('./entry/YearDialog.tsx')).YearDialog }))

/** The budgets of a year: each department and category by month, and the entries behind every figure. */
export function BudgetsPage() {
  const list = useListQuery(filterNames, keptByReset)
  const http = useHttp()
  const answer = useQuery(yearQuery(http, useMemo(() => bodyOf(list.query.filters), [list.query.filters])))
  if (answer.isError) {
    if (isFailure(answer.error) && answer.error.kind === 'forbidden') return <Forbidden />
    return <ErrorState isPage error={answer.error} onRetry={() => void answer.refetch()} />
  }
  if (!answer.data) return <PageSkeleton />
  return <Year year={answer.data} list={list} isRefreshing={answer.isPlaceholderData} />
}

interface YearProps {
  readonly year: BudgetYear
  readonly list: ReturnType<typeof useListQuery>
  readonly isRefreshing: boolean
}

function Year({ year, list, isRefreshing }: YearProps) {
  const { t } = useBudgetText()
  const { filters } = list.query
  const { setting } = year
  const shown = useView()
  const [beside, setBeside] = useState(() => openedBy(filters, year))
  const [dialog, setDialog] = useState<Dialog>()
  const editing = useEditing(setting.year, year.records)
  const selection = beside?.kind === 'ledger' ? freshSelection(beside.selection, year) : undefined
  const openLedger = (chosen: FigureSelection) => setBeside({ kind: 'ledger', selection: chosen })

  const open = (dialog: Dialog) => (dialog === 'variance' ? setBeside({ kind: 'variance', quarter: lastQuarter(year) }) : setDialog(dialog))
  const act = (name: 'edit' | 'history', line: BudgetLine) => {
    if (name === 'history' && line.id !== null) setBeside({ kind: 'history', line: { ...line, id: line.id } })
    if (name === 'edit' && !editing.isDirty) editing.begin(line)
  }
  const leaveRow = () => {
    if (!editing.isDirty) editing.end()
  }
  const filter = (next: Readonly<Record<string, string>>) => {
    leaveRow()
    list.filter(next)
  }
  const reset = () => {
    leaveRow()
    list.reset()
  }
  return (
    <div className={beside ? 'oa-page oa-budgets has-panel' : 'oa-page oa-budgets'}>
      <div className="oa-page-main">
        <Title year={year} onYear={(chosen) => filter({ ...filters, year: String(chosen) })}
          actions={<Actions query={addressOf(filters)} setting={setting} due={year.varianceDue} onOpen={open} />} />
        <Headline year={year} chosen={listOf(filters['band'])} onBands={(chosen) => filter({ ...filters, band: chosen.join(',') })}
          onOpen={(figures) => openLedger({ from: setting.startMonth, to: setting.endMonth, figures })} />
        <Toolbar filters={filters} onFilter={filter} view={shown.view} unit={shown.unit} onShow={shown.change} />
        <YearGrid year={year} shown={shown} selection={selection} editing={editing} canEdit={may(can.edit) && !setting.locked}
          list={{ hasFilters: list.hasFilters, reset }} isRefreshing={isRefreshing} onSelect={openLedger} onAct={act} />
        <div className="oa-page-footer oa-budget-legend">{t('legend', spanOf(t, setting.startMonth, setting.endMonth))}</div>
      </div>
      {beside && <GridSidePanel beside={beside} year={year} selection={selection} onChange={setBeside} />}
      <Suspense>
        <OpenDialog dialog={dialog} year={year} selection={selection} onClose={() => setDialog(undefined)} />
      </Suspense>
    </div>
  )
}

const listOf = (text = ''): readonly string[] => text.split(',').filter(Boolean)

interface OpenDialogProps {
  readonly dialog: Dialog | undefined
  readonly year: BudgetYear
  readonly selection: FigureSelection | undefined
  onClose(): void
}

function OpenDialog({ dialog, year: { setting, today }, selection, onClose }: OpenDialogProps) {
  if (dialog === 'add') return <AddDialog setting={setting} onClose={onClose} />
  if (dialog === 'adjust')
    return <AdjustDialog year={setting.year} selection={selection} month={Number(today.slice(5, 7))} onClose={onClose} />
  return dialog === 'year' ? <YearDialog setting={setting} onClose={onClose} /> : null
}

interface SidePanelProps {
  readonly beside: SidePanel
  readonly year: BudgetYear
  readonly selection: FigureSelection | undefined
  onChange(beside: SidePanel | undefined): void
}

function GridSidePanel({ beside, year: { setting: { year }, today }, selection, onChange }: SidePanelProps) {
  const close = () => onChange(undefined)
  if (beside.kind === 'history') return <HistoryPanel key={beside.line.id} line={beside.line} onClose={close} />
  if (beside.kind === 'variance')
    return (
      <VariancePanel key={`${beside.quarter} ${beside.departmentId}`} year={year} quarter={beside.quarter}
        departmentId={beside.departmentId} today={today} onClose={close} />
    )
  const chosen = selection ?? beside.selection
  const explain = () => onChange({ kind: 'variance', quarter: quarterOf(chosen.from), departmentId: chosen.departmentId })
  return <LedgerPanel year={year} selection={chosen} onExplain={chosen.from === chosen.to ? explain : undefined} onClose={close} />
}
