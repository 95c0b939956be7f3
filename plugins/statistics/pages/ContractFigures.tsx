import { BarChartOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { useHttp } from '#shell/backend.ts'
import { ErrorState } from '#shell/states/ErrorState.tsx'
import { queryOf } from '../address.ts'
import { contractLedger } from '../statistics/registers.ts'
import { pageQuery } from './calls.ts'
import { StatisticsChart } from './charts/StatisticsChart.tsx'
import { DocumentsPanel, type DocumentChoice } from './DocumentsPanel.tsx'
import { Headline } from './Headline.tsx'
import { useStatisticsText } from './text.ts'
import { useToday } from './use-today.ts'
import { useUnit } from './use-unit.ts'
import { Waiting } from './Waiting.tsx'
import './statistics.css'

const remembered = 'oa.statistics.contracts'

/** The figures and charts of the ledger of contracts, above its list; folded until somebody opens them. */
export function ContractFigures() {
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
      {isOpen && <Link to={contractLedger.path}>{t('allFigures')}</Link>}
      {isOpen && <Figures />}
    </div>
  )
}

function Figures() {
  const { label } = useStatisticsText()
  const today = useToday()
  const [unit] = useUnit()
  const query = queryOf(contractLedger, { filters: {}, current: 1, size: 20 }, today)
  const { data, isError, error, refetch } = useQuery(pageQuery(useHttp(), contractLedger, query))
  const [opened, setOpened] = useState<DocumentChoice>()
  const open = (row: DocumentChoice['row'], what: string, measure?: string) =>
    setOpened({ row, what, ...(measure !== undefined && { measure }) })
  if (isError) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Waiting page={contractLedger} isWithoutTable />
  return (
    <>
      <Headline page={contractLedger} figures={data.headline} compared={data.compared} unit={unit}
        onOpen={(measure) => open({}, label(contractLedger), measure)} />
      <div className="oa-stat-charts">
        {contractLedger.charts.map((chart, at) => {
          const figures = data.charts[at]
          return figures && (
            <StatisticsChart key={chart.en} page={contractLedger} chart={chart} figures={figures} unit={unit} today={today} onOpen={open} />
          )
        })}
      </div>
      {opened && <DocumentsPanel page={contractLedger} query={query} opened={opened} unit={unit} onClose={() => setOpened(undefined)} />}
    </>
  )
}
