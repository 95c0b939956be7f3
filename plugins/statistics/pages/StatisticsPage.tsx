import { QuestionCircleOutlined } from '@ant-design/icons'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { Button } from 'antd'
import { useCallback, useMemo, useState } from 'react'
import { useLocation } from 'react-router'
import { statisticsCall, type StatisticsPage as Declared, statisticsPermissions } from '#kernel/statistics.ts'
import { may } from '#providers/permissions.ts'
import { useHttp } from '#shell/backend.ts'
import { ListFooter } from '#shell/list/ListFooter.tsx'
import { useExistingPage, useListQuery } from '#shell/list/use-list-query.ts'
import { ViewMenu } from '#shell/list/views/ViewMenu.tsx'
import { ColumnMenu } from '#shell/documents/columns/ColumnMenu.tsx'
import { Page } from '#shell/parts/Page.tsx'
import { useIsMobile } from '#shell/parts/use-media.ts'
import { ExportButton } from '#shell/resource/transfer/ExportButton.tsx'
import { ErrorState } from '#shell/states/ErrorState.tsx'
import { statisticsPages } from '../statistics/pages.ts'
import type { StatisticsAnswer } from '../wire.ts'
import { AskPanel } from './ask/AskPanel.tsx'
import { addressNames, levelFilters, levelOf, queryOf } from '../address.ts'
import { pageQuery } from './calls.ts'
import { StatisticsChart } from './charts/StatisticsChart.tsx'
import { DataDate } from './DataDate.tsx'
import { DocumentsPanel, type DocumentChoice } from './DocumentsPanel.tsx'
import type { AmountUnit } from '../figures.ts'
import { Filters } from './filters/Filters.tsx'
import { PrintedFilters } from './filters/PrintedFilters.tsx'
import { Headline } from './Headline.tsx'
import { Levels } from './Levels.tsx'
import { PrintButton } from './PrintButton.tsx'
import { ReportsButton } from './reports/ReportsButton.tsx'
import { Table } from './Table.tsx'
import { useStatisticsText } from './text.ts'
import { UnitSwitch } from './UnitSwitch.tsx'
import { useMeasureColumns } from './use-measure-columns.ts'
import { useToday } from './use-today.ts'
import { useUnit } from './use-unit.ts'
import { Waiting } from './Waiting.tsx'
import './statistics.css'

/** The declared page of statistics at this address. */
export function StatisticsPage() {
  const { pathname } = useLocation()
  const page = statisticsPages.find(({ path }) => path === pathname)
  return page ? <DeclaredStatistics key={page.key} page={page} /> : null
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
      footer={data && data.total > 0 && <ListFooter total={data.total} query={list.query} onTurn={list.turn} />}
    >
      <Unanswered page={page} answer={answer} />
      {data && (
        <Answered page={page} answer={data} unit={unit} list={list} query={query} today={today} isShown={(key) =>
          columns.some((column) => column.key === key && choice.isShown(column))} />
      )}
    </Page>
  )
}

interface ActionsProps extends ReturnType<typeof useMeasureColumns> {
  readonly page: Declared
  readonly list: ReturnType<typeof useListQuery>
  readonly query: ReturnType<typeof queryOf>
  readonly unit: AmountUnit
  onUnit(unit: AmountUnit): void
}

/** Views, units, columns, print, subscription and export; a phone has those that need no room. */
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

/** The columns of dimensions of an answer: while another level is on its way, those of the one that is shown. */
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
      <div className="oa-stat-ask">
        <Button icon={<QuestionCircleOutlined aria-hidden />} onClick={() => setAsking(true)}>{t('ask')}</Button>
        <span className="oa-quiet">{t('askHint')}</span>
      </div>
      <div className="oa-stat-charts">
        {page.charts.map((chart, at) => {
          const figures = answer.charts[at]
          if (!figures) return null
          return <StatisticsChart key={chart.en} page={page} chart={chart} figures={figures} unit={unit} today={today} onOpen={open} />
        })}
      </div>
      {page.hasLevels && <Levels page={page} filters={list.query.filters} rows={answer.rows} onFilter={list.filter} />}
      <Table page={rows} answer={answer} unit={unit} sort={list.query.sort} onSort={list.sort} onOpen={open} isShown={isShown}
        onLevel={isLast ? undefined : onLevel} />
      {isAsking && <AskPanel page={page} query={query} unit={unit} onOpen={open} onClose={() => setAsking(false)} />}
      {opened && <DocumentsPanel page={page} query={query} opened={opened} unit={unit} onClose={() => setOpened(undefined)} />}
    </>
  )
}
