import type { StatisticsChart, StatisticsPage } from '#plugins/statistics/statistics-page.ts'
import type { ChartFigures } from '../../wire.ts'
import type { AmountUnit } from '../../figures.ts'

/** Properties of all chart components. */
export interface ChartProps {
  readonly page: StatisticsPage
  readonly chart: StatisticsChart
  readonly figures: ChartFigures
  readonly unit: AmountUnit
  readonly today: string
  /** Opens the documents behind a point; `what` names the point in the drawer. */
  onOpen(row: Readonly<Record<string, string>>, what: string, measure?: string): void
}
