import type { StatisticsChart, StatisticsPage } from '#kernel/statistics.ts'
import type { ChartFigures } from '../../wire.ts'
import type { AmountUnit } from '../../figures.ts'

/** Properties of every form of chart. */
export interface ChartProps {
  readonly page: StatisticsPage
  readonly chart: StatisticsChart
  readonly figures: ChartFigures
  readonly unit: AmountUnit
  readonly today: string
  /** Opens the documents behind a point, in words, of one measure. */
  onOpen(row: Readonly<Record<string, string>>, what: string, measure?: string): void
}
