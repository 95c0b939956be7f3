import type { StatisticsPage } from '#kernel/statistics.ts'
import type { ListQuery } from '#shell/list/query.ts'

/** Names of the filters that are in use; `period` where the time is not the page's own. */
export const filtersInUse = (page: Pick<StatisticsPage, 'filters'>, filters: ListQuery['filters']): readonly string[] => [
  ...(filters['period'] || filters['range'] ? ['period'] : []),
  ...['enterprise', 'department', ...page.filters].filter((key) => filters[key]),
]
