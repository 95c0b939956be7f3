import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { useLocation } from 'react-router'
import { type StatisticsPage as Declared, statisticsPermissions } from '#kernel/statistics.ts'
import { useHttp } from '#shell/backend.ts'
import { ListFooter } from '#shell/list/ListFooter.tsx'
import { useListQuery } from '#shell/list/use-list-query.ts'
import { Page } from '#shell/parts/Page.tsx'
import { useIsMobile } from '#shell/parts/use-media.ts'
import { ExportButton } from '#shell/resource/transfer/ExportButton.tsx'
import { ErrorState } from '#shell/states/ErrorState.tsx'
import { statisticsPages } from '../statistics/index.ts'
import type { StatisticsAnswer } from '../wire.ts'
import { queryOf } from './asked.ts'
import { Bars } from './Bars.tsx'
import { pageQuery, statisticsPath } from './calls.ts'
import { Columns } from './Columns.tsx'
import { DataDate } from './DataDate.tsx'
import { DocumentsPanel, type Opened } from './DocumentsPanel.tsx'
import type { Unit } from './figures.ts'
import { Filters } from './Filters.tsx'
import { Headline } from './Headline.tsx'
import { Table } from './Table.tsx'
import { useStatisticsText } from './text.ts'
import { UnitSwitch } from './UnitSwitch.tsx'
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
  const list = useListQuery()
  const [unit, setUnit] = useUnit()
  const today = useToday()
  const asked = useMemo(() => queryOf(page, list.query, today), [page, list.query, today])
  const answer = useQuery(pageQuery(useHttp(), page.key, asked))
  const { current: _, size: __, ...whole } = asked
  const { data } = answer
  const isMobile = useIsMobile()
  const filters = <Filters page={page} filters={list.query.filters} today={today} onFilter={list.filter} />
  return (
    <Page
      title={
        <>
          {label(page)}
          <DataDate date={data?.dataDate} />
        </>
      }
      actions={
        <>
          <UnitSwitch unit={unit} onChange={setUnit} />
          <ExportButton path={statisticsPath(page.key)} title={page} permission={statisticsPermissions(page.key).export} query={{ asked: JSON.stringify(whole) }} />
        </>
      }
      head={!isMobile && filters}
      footer={data && data.total > 0 && <ListFooter total={data.total} query={list.query} onTurn={list.turn} />}
    >
      {/* on a phone the filters would leave no room for the figures: they scroll with them */}
      {isMobile && filters}
      <Unanswered page={page} answer={answer} />
      {data && <Answered page={page} answer={data} unit={unit} list={list} asked={asked} today={today} />}
    </Page>
  )
}

function Unanswered({ page, answer: { isError, isPending, error, refetch } }: { readonly page: Declared; readonly answer: UseQueryResult<StatisticsAnswer> }) {
  if (isError) return <ErrorState isPage error={error} onRetry={() => void refetch()} />
  return isPending ? <Waiting page={page} /> : null
}

interface AnsweredProps {
  readonly page: Declared
  readonly answer: StatisticsAnswer
  readonly unit: Unit
  readonly list: ReturnType<typeof useListQuery>
  readonly asked: ReturnType<typeof queryOf>
  readonly today: string
}

function Answered({ page, answer, unit, list, asked, today }: AnsweredProps) {
  const { label } = useStatisticsText()
  const [opened, setOpened] = useState<Opened>()
  const open = useCallback((row: Opened['row'], what: string) => setOpened({ row, what }), [])
  return (
    <>
      <Headline page={page} figures={answer.headline} unit={unit} onOpen={() => open({}, label(page))} />
      <div className="oa-stat-charts">
        {page.charts.map((chart, at) => {
          const figures = answer.charts[at]
          if (!figures) return null
          const shared = { page, chart, figures, unit, onOpen: open }
          return chart.kind === 'columns' ? <Columns key={chart.en} {...shared} today={today} /> : <Bars key={chart.en} {...shared} />
        })}
      </div>
      <Table page={page} answer={answer} unit={unit} sort={list.query.sort} onSort={list.sort} onOpen={open} />
      {opened && <DocumentsPanel page={page} asked={asked} opened={opened} unit={unit} onClose={() => setOpened(undefined)} />}
    </>
  )
}
