import type { ReactNode } from 'react'
import type { StatisticsChart } from '#plugins/statistics/statistics-page.ts'
import { chartPlaces } from './chart-places.ts'

interface ChartGridProps {
  readonly charts: readonly StatisticsChart[]
  children(chart: StatisticsChart): ReactNode
}

/** Charts in rows that they fill; below each other on a narrow screen. */
export function ChartGrid({ charts, children }: ChartGridProps) {
  const places = chartPlaces(charts.map(({ kind }) => kind))
  return (
    <div className="oa-stat-charts line-bottom grid">
      {charts.map((chart, at) => (
        <div key={chart.en} className="oa-stat-place narrow" data-row={places[at]?.row} data-begins={places[at]?.beginsRow}
          style={{ gridColumn: `span ${places[at]?.span}` }}
        >
          {children(chart)}
        </div>
      ))}
    </div>
  )
}
