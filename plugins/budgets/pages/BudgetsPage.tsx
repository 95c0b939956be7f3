import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react'
import { LockOutlined } from '@ant-design/icons'
import { Select } from 'antd'
import { useHttp } from '#shell/backend.ts'
import { useListQuery } from '#shell/list/use-list-query.ts'
import { PageSkeleton } from '#shell/parts/Skeletons.tsx'
import { ErrorState } from '#shell/states/StateView.tsx'
import { Forbidden } from '#shell/states/pages.tsx'
import { usePeople } from '#shell/start/directory.ts'
import { NoRows } from '#shell/list/ListPage.tsx'
import { Money } from '#shell/parts/Figures.tsx'
import { may } from '#providers/permissions.ts'
import { isFailure } from '#providers/failure.ts'
import { can } from '../permissions.ts'
import { quarterOf } from '../budget-year.ts'
import { Actions, type Dialog, Toolbar } from './Toolbar.tsx'
import { yearQuery } from './calls.ts'
import { EditRow, type LineEditor, useEditing } from './entry/EditRow.tsx'
import { addressOf, bodyOf, filterNames, keptByReset, lastQuarter, openedBy, type SidePanel } from './address.ts'
import { LedgerPanel } from './ledger/LedgerPanel.tsx'
import { HistoryPanel, VariancePanel } from './panels/SidePanels.tsx'
import { type FigureSelection, freshSelection, lineKey, rowsOf } from './rows.ts'
import { countedSpan, spanOf, useBudgetText } from './texts.ts'
import type { BudgetLine, BudgetYear, Figures } from './wire.ts'
import { BudgetGrid } from './grid/BudgetGrid.tsx'
import type { AmountUnit, FigureView } from './figures.ts'
import type { Band } from '#plugins/statistics/bands.ts'
import { UsageBar } from './grid/Ratio.tsx'
import './budgets.css'

const AddDialog = lazy(async () => ({ default: (await import('./entry/AddDialog.tsx')).AddDialog }))
const AdjustDialog = lazy(async () => ({ default: (await import('./entry/AdjustDialog.tsx')).AdjustDialog }))
const YearDialog = lazy(async () => ({ default: (await import('./entry/YearDialog.tsx')).YearDialog }))

/** Budgets of a year by department, category and month, with drill-down to ledger entries. */
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
      <div className="oa-page-main stack">
        <Title year={year} onYear={(chosen) => filter({ ...filters, year: String(chosen) })}
          actions={<Actions query={addressOf(filters)} setting={setting} due={year.varianceDue} onOpen={open} />} />
        <Headline year={year} chosen={listOf(filters['band'])} onBands={(chosen) => filter({ ...filters, band: chosen.join(',') })}
          onOpen={(figures) => openLedger({ from: setting.startMonth, to: setting.endMonth, figures })} />
        <Toolbar filters={filters} onFilter={filter} view={shown.view} unit={shown.unit} onShow={shown.change} />
        <YearGrid year={year} shown={shown} selection={selection} editing={editing} canEdit={may(can.edit) && !setting.locked}
          list={{ hasFilters: list.hasFilters, reset }} isRefreshing={isRefreshing} onSelect={openLedger} onAct={act} />
        <div className="oa-page-footer oa-budget-legend muted middle line-top gap-12 between">
          {t('legend', spanOf(t, setting.startMonth, setting.endMonth))}
        </div>
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

interface TitleProps {
  readonly year: BudgetYear
  readonly actions: ReactNode
  onYear(year: number): void
}

/** Page heading with the year and its latest change. */
function Title({ year: { setting, years, today, change }, actions, onYear }: TitleProps) {
  const { t, name } = useBudgetText()
  const person = usePeople(change ? [change.operator] : []).get(change?.operator ?? '')
  const thisYear = Number(today.slice(0, 4))
  const offered = [...new Set([thisYear + 1, thisYear, setting.year, ...years])].toSorted((left, right) => right - left)
  return (
    <div className="oa-page-title oa-budget-title at-start flex gap-12 between">
      <div>
        <h1>{t('title')}</h1>
        <Select<number> value={setting.year} aria-label={t('year')} options={offered.map((value) => ({ value, label: String(value) }))}
          onChange={onYear} />
        {setting.locked && (
          <span className="oa-pill" data-tone="grey">
            <LockOutlined aria-hidden /> {t('closed')}
          </span>
        )}
        {change && (
          <span className="oa-budget-change cut muted">
            {t('lastChange', { version: change.version, date: change.happenTime.slice(5, 10), name: name(person?.name),
              what: t(change.action) })}
          </span>
        )}
      </div>
      <div className="oa-page-actions row gap-8">{actions}</div>
    </div>
  )
}

interface YearGridProps {
  readonly year: BudgetYear
  readonly shown: ReturnType<typeof useView>
  readonly selection: FigureSelection | undefined
  readonly editing: LineEditor
  readonly canEdit: boolean
  /** Whether filters are active, and a reset. */
  readonly list: Pick<ReturnType<typeof useListQuery>, 'hasFilters' | 'reset'>
  readonly isRefreshing: boolean
  onSelect(selection: FigureSelection): void
  onAct(name: 'edit' | 'history', line: BudgetLine): void
}

/** Grid of a year with collapsible departments and the line being edited, or an empty state. */
function YearGrid({ year, shown, selection, editing, canEdit, list, isRefreshing, onSelect, onAct }: YearGridProps) {
  const { t } = useBudgetText()
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const edited = editing.draft && lineKey(editing.draft.line)
  const rows = useMemo(() => rowsOf(year, { closed, edited }), [year, closed, edited])
  const fold = (department: string) =>
    setClosed((
      before,
    ) => (before.has(department) ? new Set([...before].filter((each) => each !== department)) : new Set([...before, department])))
  if (rows.length === 0)
    return (
      <div className="oa-budget-scroll filled-column scroll">
        <NoRows list={list} empty={{ title: t('empty', { year: year.setting.year }), text: t('emptyText') }}
          noMatch={{ title: t('noMatch'), text: t('noMatchText') }} />
      </div>
    )
  const isThisYear = year.today.startsWith(String(year.setting.year))
  return (
    <BudgetGrid year={year} rows={rows} view={shown.view} unit={shown.unit}
      thisMonth={isThisYear ? Number(year.today.slice(5, 7)) : undefined} selection={selection} canEdit={canEdit} edited={edited}
      editor={<EditRow editing={editing} setting={year.setting} unit={shown.unit} />} isRefreshing={isRefreshing} onSelect={onSelect}
      onFold={fold} onAct={onAct} />
  )
}

const remembered = 'oa.budgets.view'

interface GridView {
  readonly view: FigureView
  readonly unit: AmountUnit
}

const first: GridView = { view: 'actual', unit: 'one' }

/** Displayed figure and unit of the grid, stored in local storage. */
function useView() {
  const [shown, setShown] = useState(read)
  const change = (part: Partial<GridView>) => {
    const next = { ...shown, ...part }
    setShown(next)
    localStorage.setItem(remembered, JSON.stringify(next))
  }
  return { ...shown, change }
}

function read(): GridView {
  try {
    return { ...first, ...JSON.parse(localStorage.getItem(remembered) ?? '{}') }
  } catch {
    return first
  }
}

const bands: readonly Band[] = ['within', 'near', 'over', 'none']

interface HeadlineProps {
  readonly year: BudgetYear
  /** Bands by which the lines are filtered. */
  readonly chosen: readonly string[]
  onBands(bands: readonly string[]): void
  /** Opens the ledger without a line filter. */
  onOpen(figures: Figures): void
}

/** Totals of the listed lines and the number of lines per band; clicking a band filters by it. */
function Headline({ year, chosen, onBands, onOpen }: HeadlineProps) {
  const { t } = useBudgetText()
  const { totals, bands: counts, withoutBudget, setting } = year
  const figures: Figures = { ...totals, budget: totals.annualBudget }
  const nameOf = (key: 'annualBudget' | 'used' | 'occupied' | 'available') =>
    (key === 'annualBudget' && countedSpan(t, 'spanBudget', setting)) || t(key)
  const count = (band: Band) => (counts[band] ?? 0) + (band === 'none' ? withoutBudget.length : 0)
  const toggle = (band: Band) => onBands(chosen.includes(band) ? chosen.filter((each) => each !== band) : [...chosen, band])
  return (
    <div className="oa-headline at-end flex rigid wrap">
      <dl className="oa-key-figures flex wrap" data-tip={t('spanNote', spanOf(t, setting.startMonth, setting.endMonth))}>
        {(['annualBudget', 'used', 'occupied', 'available'] as const).map((key) => (
          <div key={key} data-tip={key === 'available' ? t('sumNote') : undefined}>
            <dt className="second small line-18">{nameOf(key)}</dt>
            <dd className="bold">
              <button type="button" className="plain" onClick={() =>
                onOpen(figures)} aria-label={t('openLedger', { what: nameOf(key) })}
              >
                <Money value={totals[key]} decimals={0} />
              </button>
            </dd>
          </div>
        ))}
      </dl>
      <span className="oa-headline-bar">
        <UsageBar figures={figures} band={totals.band} />
      </span>
      <div className="oa-bands flex wrap gap-6 aside" role="group" aria-label={t('bandFilter')}>
        {bands.map((band) => (
          <button key={band} type="button" className="plain oa-band inline-row gap-6" data-band={band} aria-pressed={chosen.includes(band)}
            onClick={() => toggle(band)}
          >
            {t(band)}
            <span className="num">{count(band)}</span>
          </button>
        ))}
      </div>
    </div>
  )
}
