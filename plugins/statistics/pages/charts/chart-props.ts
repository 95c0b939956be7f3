import type { StatisticsChart, StatisticsPage } from '#kernel/statistics.ts'
import type { ChartFigures } from '../../wire.ts'
import type { Unit } from '../../figures.ts'

/** Properties of every form of chart. */
export interface ChartProps {
  readonly page: StatisticsPage
  readonly chart: StatisticsChart
  readonly figures: ChartFigures
  readonly unit: Unit
  readonly today: string
  /** Opens the documents behind a point, in words, of one measure. */
  onOpen(row: Readonly<Record<string, string>>, what: string, measure?: string): void
}
