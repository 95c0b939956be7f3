import { BarChartOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { useHttp } from '#shell/backend.ts'
import { ErrorState } from '#shell/states/StateView.tsx'
import { queryOf } from '../address.ts'
import type { StatisticsPage } from '../statistics-page.ts'
import { pageQuery } from './calls.ts'
import { ChartGrid } from './charts/ChartGrid.tsx'
import { StatisticsChart } from './charts/StatisticsChart.tsx'
import { type DocumentChoice, DocumentsPanel } from './DocumentsPanel.tsx'
import { Headline } from './Headline.tsx'
import { useStatisticsText } from './texts.ts'
import { useStatisticsPage, useToday, useUnit } from './page-hooks.ts'
import { Waiting } from './PageParts.tsx'
import './statistics.css'

/** Makes the component that shows a page's figures and charts above a list, by the page's key; collapsed by default. */
export const figuresOf = (key: string) =>
  function ListFigures() {
    return <Foldable page={useStatisticsPage(key)} />
  }

/** Key in local storage for whether the figures are expanded. */
const rememberedOf = ({ register, key }: StatisticsPage): string => `oa.statistics.${register ?? key}`

function Foldable({ page }: { readonly page: StatisticsPage }) {
  const remembered = rememberedOf(page)
  const { t } = useStatisticsText()
  const [isOpen, setOpen] = useState(() => localStorage.getItem(remembered) === 'open')
  const toggle = () => {
    setOpen(!isOpen)
    localStorage.setItem(remembered, isOpen ? 'folded' : 'open')
  }
  return (
    <div className="oa-stat-ledger">
      <Button type="text" size="small" icon={<BarChartOutlined aria-hidden />} aria-expanded={isOpen} onClick={toggle}>
        {t(isOpen ? 'foldFigures' : 'showFigures')}
      </Button>
      {isOpen && <Link to={page.path}>{t('allFigures')}</Link>}
      {isOpen && <Figures page={page} />}
    </div>
  )
}

function Figures({ page }: { readonly page: StatisticsPage }) {
  const { label } = useStatisticsText()
  const today = useToday()
  const [unit] = useUnit()
  const query = queryOf(page, { filters: {}, current: 1, size: 20 }, today)
  const { data, isError, error, refetch } = useQuery(pageQuery(useHttp(), page, query))
  const [opened, setOpened] = useState<DocumentChoice>()
  const open = (row: DocumentChoice['row'], what: string, measure?: string) =>
    setOpened({ row, what, ...(measure !== undefined && { measure }) })
  if (isError) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Waiting page={page} isWithoutTable />
  return (
    <>
      <Headline page={page} figures={data.headline} compared={data.compared} unit={unit}
        onOpen={(measure) => open({}, label(page), measure)} />
      <ChartGrid charts={page.charts.filter((_, at) => data.charts[at])}>
        {(chart) => {
          const figures = data.charts[page.charts.indexOf(chart)]
          return figures && <StatisticsChart page={page} chart={chart} figures={figures} unit={unit} today={today} onOpen={open} />
        }}
      </ChartGrid>
      {opened && <DocumentsPanel page={page} query={query} opened={opened} unit={unit} onClose={() => setOpened(undefined)} />}
    </>
  )
}
