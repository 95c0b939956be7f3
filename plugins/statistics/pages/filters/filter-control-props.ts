import type { StatisticsPage } from '#kernel/statistics.ts'
import type { StatisticsQuery } from '../../wire.ts'

/** The filter of one dimension. */
export interface FilterControlProps {
  readonly page: StatisticsPage
  /** The page as it is shown. */
  readonly query: StatisticsQuery
  /** Key of the dimension. */
  readonly of: string
  readonly id: string
  readonly value: string | undefined
  onChange(value: string | undefined): void
}
