import { MailOutlined, PlusOutlined, PrinterOutlined, QuestionCircleOutlined } from '@ant-design/icons'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { Button, Checkbox, Segmented } from 'antd'
import { lazy, type ReactNode, Suspense, useCallback, useId, useMemo, useState } from 'react'
import { useLocation, useParams } from 'react-router'
import { useHttp } from '#shell/backend.ts'
import { ListFooter } from '#shell/list/ListFooter.tsx'
import { useExistingPage, useListQuery } from '#shell/list/use-list-query.ts'
import { ViewMenu } from '#shell/list/views/ViewMenu.tsx'
import { ColumnMenu } from '#shell/documents/columns/ColumnMenu.tsx'
import { Page } from '#shell/parts/Page.tsx'
import { useIsMobile } from '#shell/parts/use-media.ts'
import { ExportButton } from '#shell/resource/transfer/TransferButtons.tsx'
import { ErrorState } from '#shell/states/StateView.tsx'
import type { ListQuery } from '#shell/list/query.ts'
import { MenuButton } from '#shell/floating/Floating.tsx'
import { Bar, PageSkeleton } from '#shell/parts/Skeletons.tsx'
import { FieldFilter } from '#shell/resource/renderers.tsx'
import { PageFrame } from '#shell/routing/DeclaredPage.tsx'
import { reads, useIsRead, useRead } from '#shell/start/reads.ts'
import { useTabTitle } from '#shell/tabs/tabs-context.ts'
import { type ColumnChoice, type DocumentColumn, useColumns } from '#shell/documents/columns/use-columns.ts'
import { useViews } from '#shell/list/views/views.ts'
import { may } from '#providers/permissions.ts'
import { statisticsCall, type StatisticsPage as Declared, type StatisticsPage,
  statisticsPermissions } from '#plugins/statistics/statistics-page.ts'
import type { StatisticsAnswer } from '../wire.ts'
import { AskPanel } from './ask/AskPanel.tsx'
import { addressNames, type Level, levelFilters, levelOf, queryOf, shownPeriod } from '../address.ts'
import { pageQuery } from './calls.ts'
import { ChartGrid } from './charts/ChartGrid.tsx'
import { StatisticsChart } from './charts/StatisticsChart.tsx'
import { DataDate, UnitSwitch, Waiting } from './PageParts.tsx'
import { type DocumentChoice, DocumentsPanel } from './DocumentsPanel.tsx'
import type { AmountUnit } from '../figures.ts'
import { Headline } from './Headline.tsx'
import { Table } from './Table.tsx'
import { useDimensionLabel, useStatisticsText } from './texts.ts'
import { useStatisticsPage, useToday, useUnit } from './page-hooks.ts'
import { Chosen, departmentField, filterField, filtersInUse, type FiltersProps, periodFilters } from './filters/FilterChips.tsx'
import { EnterpriseFilter, FilterControl, PeriodControl, PhoneFilters } from './filters/PhoneFilters.tsx'
import './statistics.css'

const ReportsDialog = lazy(async () => ({ default: (await import('./reports/ReportsDialog.tsx')).ReportsDialog }))

/** Button that opens the page's mail reports. */
function ReportsButton({ page, query }: { readonly page: StatisticsPage; readonly query: ListQuery }) {
  const { t } = useStatisticsText()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button icon={<MailOutlined aria-hidden />} onClick={() => setOpen(true)}>{t('subscribe')}</Button>
      {isOpen && (
        <Suspense>
          <ReportsDialog page={page} query={query} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

/** Makes the component of a page of statistics, by its key. */
export const pageOf = (key: string) =>
  function StatisticsPage() {
    return <DeclaredStatistics page={useStatisticsPage(key)} />
  }

/** Makes the component of the pages that come with what a company designs; the last part of the address tells which. */
export const designedPageOf = (keyOf: (page: string) => string) =>
  function DesignedStatisticsPage() {
    const { page = '' } = useParams()
    const key = keyOf(page)
    const isRead = useIsRead(reads.designed)
    return (
      <PageFrame needs={statisticsPermissions(key).view}>
        {isRead ? <Titled key={key} page={key} /> : <PageSkeleton />}
      </PageFrame>
    )
  }

function Titled({ page }: { readonly page: string }) {
  const declared = useStatisticsPage(page)
  useTabTitle(declared)
  return <DeclaredStatistics page={declared} />
}

function DeclaredStatistics({ page }: { readonly page: Declared }) {
  const { label } = useStatisticsText()
  const list = useListQuery(useMemo(() => [...addressNames, ...page.filters], [page]))
  const [unit, setUnit] = useUnit()
  const today = useToday()
  const query = useMemo(() => queryOf(page, list.query, today), [page, list.query, today])
  const answer = useQuery(pageQuery(useHttp(), page, query))
  const { data } = answer
  useExistingPage({ ...list.query, turn: list.turn }, { rows: data?.rows, total: data?.total, isPlaceholderData: answer.isPlaceholderData })
  const { columns, choice } = useMeasureColumns(page, list.query.view)
  const footer = usePlacedFooter(data && data.total > 0 && <ListFooter total={data.total} query={list.query} onTurn={list.turn} />)
  const filters = <Filters page={page} query={query} filters={list.query.filters} today={today} onFilter={list.filter} />
  return (
    <Page
      title={
        <>
          <span className="oa-stat-title">{label(page)}</span>
          <DataDate date={data?.dataDate} isIncomplete={data?.isIncomplete} />
        </>
      }
      actions={<Actions page={page} list={list} query={query} unit={unit} onUnit={setUnit} columns={columns} choice={choice} />}
      head={filters}
      footer={footer.bar}
    >
      <Unanswered page={page} answer={answer} />
      {data && (
        <Answered page={page} answer={data} unit={unit} list={list} query={query} today={today} isShown={(key) =>
          columns.some((column) => column.key === key && choice.isShown(column))} />
      )}
      {footer.below}
    </Page>
  )
}

/** A bar below what scrolls; a phone has no room for one over its charts, so there it stands below the table. */
function usePlacedFooter(footer: ReactNode): { readonly bar: ReactNode; readonly below: ReactNode } {
  const isMobile = useIsMobile()
  return isMobile ? { bar: null, below: footer && <p className="second">{footer}</p> } : { bar: footer, below: null }
}

interface ActionsProps extends ReturnType<typeof useMeasureColumns> {
  readonly page: Declared
  readonly list: ReturnType<typeof useListQuery>
  readonly query: ReturnType<typeof queryOf>
  readonly unit: AmountUnit
  onUnit(unit: AmountUnit): void
}

/** Toolbar: views, units, columns, print, subscription and export; on phones a reduced set. */
function Actions({ page, list, query, unit, onUnit, columns, choice }: ActionsProps) {
  const isMobile = useIsMobile()
  const { current: _, size: __, ...whole } = query
  const permission = statisticsPermissions(page.key).export
  return (
    <>
      {!isMobile && <ViewMenu query={list.query} columns={choice.kept} />}
      {hasAmounts(page) && <UnitSwitch unit={unit} onChange={onUnit} />}
      {!isMobile && <ColumnMenu columns={columns} choice={choice} />}
      <PrintButton />
      {!isMobile && may(permission) && <ReportsButton page={page} query={list.query} />}
      <ExportButton path={statisticsCall(page)} title={page} permission={permission} query={{ asked: JSON.stringify(whole) }} />
    </>
  )
}

const hasAmounts = ({ measures }: Declared): boolean => Object.values(measures).some(({ unit }) => unit === 'amount')

function Unanswered(
  { page, answer: { isError, isPending, error, refetch } }: { readonly page: Declared; readonly answer: UseQueryResult<StatisticsAnswer> },
) {
  if (isError) return <ErrorState isPage error={error} onRetry={() => void refetch()} />
  return isPending ? <Waiting page={page} /> : null
}

interface AnsweredProps {
  readonly page: Declared
  readonly answer: StatisticsAnswer
  readonly unit: AmountUnit
  readonly list: ReturnType<typeof useListQuery>
  readonly query: ReturnType<typeof queryOf>
  readonly today: string
  isShown(measure: string): boolean
}

/** Dimension columns of the loaded rows: while another level loads, those of the level still shown. */
const shownKeys = ({ groupBy }: Declared, { rows: [first] }: StatisticsAnswer): readonly string[] =>
  groupBy.filter((key) => !first || key in first.dimensions)

function Answered({ page, answer, unit, list, query, today, isShown }: AnsweredProps) {
  const { t, label } = useStatisticsText()
  const [opened, setOpened] = useState<DocumentChoice>()
  const [isAsking, setAsking] = useState(false)
  const { depth } = levelOf(page, list.query.filters)
  const isLast = depth === page.groupBy.length
  const rows = { ...page, groupBy: shownKeys(page, answer) }
  const onLevel = (within: readonly string[]) =>
    list.filter({ ...list.query.filters, ...levelFilters({ within, depth: within.length + 1 }) })
  const open = useCallback(
    (row: DocumentChoice['row'], what: string, measure?: string) => setOpened({ row, what, ...(measure !== undefined && { measure }) }),
    [],
  )
  return (
    <>
      <PrintedFilters page={page} today={today} query={list.query} total={answer.total} />
      <Headline page={page} figures={answer.headline} compared={answer.compared} unit={unit}
        onOpen={(measure) => open({}, label(page), measure)} />
      <div className="oa-stat-ask row line-bottom wrap gap-10">
        <Button icon={<QuestionCircleOutlined aria-hidden />} onClick={() => setAsking(true)}>{t('ask')}</Button>
        <span className="second">{t('askHint')}</span>
      </div>
      <ChartGrid charts={page.charts.filter((_, at) => answer.charts[at])}>
        {(chart) => {
          const figures = answer.charts[page.charts.indexOf(chart)]
          return figures && <StatisticsChart page={page} chart={chart} figures={figures} unit={unit} today={today} onOpen={open} />
        }}
      </ChartGrid>
      {page.hasLevels && <Levels page={page} filters={list.query.filters} rows={answer.rows} onFilter={list.filter} />}
      <Table page={rows} answer={answer} unit={unit} sort={list.query.sort} onSort={list.sort} onOpen={open} isShown={isShown}
        onLevel={isLast ? undefined : onLevel} />
      {isAsking && <AskPanel page={page} query={query} unit={unit} onOpen={open} onClose={() => setAsking(false)} />}
      {opened && <DocumentsPanel page={page} query={query} opened={opened} unit={unit} onClose={() => setOpened(undefined)} />}
    </>
  )
}

/** Prints the page in its current state, without the application frame. */
function PrintButton() {
  const { t } = useStatisticsText()
  return (
    <Button className="oa-stat-print" type="text" icon={<PrinterOutlined aria-hidden />} aria-label={t('print')} data-tip={t('print')}
      onClick={() => print()} />
  )
}

interface PrintedFiltersProps extends Pick<FiltersProps, 'page' | 'today'> {
  readonly query: Pick<ListQuery, 'filters' | 'current' | 'size'>
  /** Total number of table rows. */
  readonly total: number
}

/** Print-only replacement of the filters: period, filters in use with their values, and the range of printed rows. */
function PrintedFilters({ page, today, query: { filters, current, size }, total }: PrintedFiltersProps) {
  const { t, label } = useStatisticsText()
  const first = (current - 1) * size + 1
  return (
    <p className="oa-stat-printed">
      <span>{shownPeriod(page, filters, today).replace(',', ' – ')}</span>
      <Suspense>
        {filtersInUse(page, filters).filter((key) => key !== 'period').map((key) => (
          <span key={key}>
            {key === 'enterprise' ? t('enterprise') : label(filterField(page, key))}: <Chosen page={page} of={key} value={filters[key]} />
            {key === 'department' && filters['withSub'] === '0' && ` (${t('withoutSub')})`}
          </span>
        ))}
      </Suspense>
      {total > size && <span>{t('printedRows', { first, last: Math.min(total, first + size - 1), total })}</span>}
    </p>
  )
}

/** Filter bar: period and department, the other filters in a popover; on phones all filters behind one button. */
export const Filters = (props: FiltersProps) => (useIsMobile() ? <PhoneFilters {...props} /> : <FilterRow {...props} />)

function FilterRow({ page, query, filters, today, onFilter }: FiltersProps) {
  const { t, label } = useStatisticsText()
  const id = useId()
  const set = (name: string, value: string | undefined) => onFilter({ ...filters, [name]: value ?? '' })
  const [added, setAdded] = useState<readonly string[]>([])
  const isShown = (key: string) => added.includes(key) || Boolean(filters[key])
  const filterName = (key: string) => (key === 'enterprise' ? t('enterprise') : label(filterField(page, key)))
  const itemOf = (key: string) => ({ key, label: filterName(key), choose: () => setAdded([...added, key]) })
  const reset = () => {
    setAdded([])
    onFilter({})
  }
  const further = ['enterprise', ...page.filters].filter((key) => !isShown(key))
  return (
    <div className="oa-stat-filters row rigid wrap gap-8" role="search">
      <PeriodControl id={`${id}-period`} page={page} today={today} value={shownPeriod(page, filters, today)}
        onChange={(period) => onFilter({ ...filters, ...periodFilters(page, period, today) })} />
      {isShown('enterprise') && (
        <EnterpriseFilter id={`${id}-enterprise`} value={filters['enterprise']} onChange={(value) => set('enterprise', value)} />
      )}
      <Suspense fallback={['department', ...page.filters.filter(isShown)].map((key) => <Bar key={key} width="100%" height={32} />)}>
        <FieldFilter id={`${id}-department`} field={departmentField} value={filters['department']}
          onChange={(value) => set('department', value)} />
        {filters['department'] && (
          <Checkbox checked={filters['withSub'] !== '0'} onChange={({ target }) => set('withSub', target.checked ? '' : '0')}>
            {t('withSub')}
          </Checkbox>
        )}
        {page.filters.filter(isShown).map((key) => (
          <FilterControl key={key} id={`${id}-${key}`} page={page} query={query} of={key} value={filters[key]}
            onChange={(value) => set(key, value)} />
        ))}
      </Suspense>
      {further.length > 0 && (
        <MenuButton className="oa-stat-add dashed" name={t('addFilter')} side="below-start"
          sections={[{ key: 'filters', items: further.map(itemOf) }]}
        >
          {t('filters')} <PlusOutlined aria-hidden />
        </MenuButton>
      )}
      <Button type="text" onClick={reset}>{t('reset')}</Button>
    </div>
  )
}

/** The measures of a page as columns that the reader can hide; the choice is stored with a saved view. */
function useMeasureColumns(page: StatisticsPage,
  viewId: string | undefined): { readonly columns: readonly DocumentColumn[]; readonly choice: ColumnChoice } {
  const { label } = useStatisticsText()
  const { heads } = page
  const columns = Object.entries(page.measures).map(([key, measure]): DocumentColumn => {
    const head = measure.head === undefined ? undefined : heads?.[measure.head]
    return { key, name: head ? `${label(head)} · ${label(measure)}` : label(measure) }
  })
  const view = useViews(useLocation().pathname)?.find(({ id }) => id === viewId)
  return { columns, choice: useColumns(useRead(reads.user)?.id ?? '', `statistics.${page.key}`, view) }
}

interface LevelsProps {
  readonly page: StatisticsPage
  readonly filters: Readonly<Record<string, string>>
  readonly rows: StatisticsAnswer['rows']
  onFilter(filters: Readonly<Record<string, string>>): void
}

/** Breadcrumb of a page with drill-down levels: the opened rows, and how many dimensions the table shows. */
function Levels({ page, filters, rows, onFilter }: LevelsProps) {
  const { t, name } = useStatisticsText()
  const dimension = useDimensionLabel(page)
  const { within, depth } = levelOf(page, filters)
  const go = (level: Level) => onFilter({ ...filters, ...levelFilters(level) })
  const offered = page.groupBy.map((key, at) => ({ value: at + 1, label: dimension(key) })).slice(within.length)
  return (
    <nav className="oa-stat-levels row wrap gap-8-16 between" aria-label={t('levels')}>
      {within.length > 0 && (
        <ol className="flex wrap unlisted flat bare">
          <li>
            <button type="button" className="plain oa-stat-link accent" onClick={() => go({ within: [], depth: 1 })}>
              {t('allOf', { what: dimension(page.groupBy[0] ?? '') })}
            </button>
          </li>
          {within.map((value, at) => {
            const words = name(rows[0]?.dimensions[page.groupBy[at] ?? '']?.name ?? value)
            const isLast = at === within.length - 1
            return (
              <li key={value} aria-current={isLast ? 'location' : undefined}>
                {isLast
                  ? words
                  : (
                    <button type="button" className="plain oa-stat-link accent" onClick={() =>
                      go({ within: within.slice(0, at + 1), depth: at + 2 })}
                    >
                      {words}
                    </button>
                  )}
              </li>
            )
          })}
        </ol>
      )}
      {offered.length > 1 && (
        <Segmented<number> aria-label={t('rowsBy')} value={depth} onChange={(deep) => go({ within, depth: deep })} options={offered} />
      )}
    </nav>
  )
}
