import type { StatisticsPage } from '#kernel/statistics.ts'
import type { ListQuery } from '#shell/list/query.ts'
import type { StatisticsQuery } from '../../wire.ts'

/** A page with what it is narrowed to. */
export interface FiltersProps {
  readonly page: StatisticsPage
  readonly query: StatisticsQuery
  readonly filters: ListQuery['filters']
  readonly today: string
  onFilter(filters: ListQuery['filters']): void
}
