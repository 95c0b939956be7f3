import { z } from 'zod'
import { commonDimensions, ordersRows, type StatisticsPage } from '#kernel/statistics.ts'
import type { Host } from '#server/host.ts'
import type { OccurringAnswer } from '../../wire.ts'
import { namesOf } from '../answers/names.ts'
import { filterOf, type PageRequest, queryOf } from '../page-queries.ts'
import { sumsBy } from './sums.ts'

/** Values that are looked through for a keyword, and offered at once. */
const most = 5000
const offered = 50

/** The question for the values of a dimension. */
export const occurringOf = (page: StatisticsPage) =>
  queryOf(page).extend({ dimension: z.enum([...commonDimensions, ...Object.keys(page.dimensions)] as [string, ...string[]]),
    keyword: z.string().trim().max(100).default('') })

/**
 * The values of a dimension that occur in what was asked for but for that dimension, the largest first; those whose name has the keyword in
 * either language.
 */
export async function occurringValues(host: Host,
  { page, query, caller }: PageRequest<ReturnType<typeof occurringOf>>): Promise<OccurringAnswer> {
  const { dimension, keyword } = query
  const { [dimension]: _, ...filters } = query.filters as Readonly<Record<string, string[]>>
  const filter = await filterOf(host, host.db, { page, query: { ...query, filters }, caller })
  const [measure = ''] = [...page.headline, ...Object.keys(page.measures)].filter((key) =>
    page.measures[key] !== undefined && ordersRows(page.measures[key])
  )
  const { rows } = await sumsBy(host.db, filter, [dimension], { measures: [measure],
    ordering: { by: measure, order: 'desc', limit: most, offset: 0 } })
  const values = rows.map(({ keys }) => keys[dimension] ?? '').filter((value) => value !== '')
  const naming = await namesOf(host, host.db, page, { [dimension]: values })
  return values.map((value) => naming(dimension, value)).filter(({ name }) => name.toLowerCase().includes(keyword.toLowerCase())).slice(0,
    offered)
}
