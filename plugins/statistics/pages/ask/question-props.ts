import type { StatisticsPage } from '#kernel/statistics.ts'
import type { StatisticsQuery } from '../../wire.ts'
import type { AmountUnit } from '../../figures.ts'

/** Properties of a question panel. */
export interface QuestionProps {
  readonly page: StatisticsPage
  readonly query: StatisticsQuery
  readonly measure: string
  readonly unit: AmountUnit
  onOpen(row: Readonly<Record<string, string>>, what: string, measure?: string): void
}
