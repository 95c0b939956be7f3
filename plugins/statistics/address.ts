import dayjs from 'dayjs'
import { type QuickRange, quickRanges, type StatisticsPage } from '#plugins/statistics/statistics-page.ts'
import type { StatisticsQuery } from './wire.ts'

/** State of a page as encoded in its URL: filters, pagination and sort order. */
export interface PageAddress {
  readonly filters: Readonly<Record<string, string>>
  readonly current: number
  readonly size: number
  readonly sort?: { readonly column: string; readonly asc: boolean } | undefined
}

/** Query parameters common to all statistics pages, in addition to a page's own filters. */
export const addressNames = ['period', 'range', 'enterprise', 'department', 'withSub', 'within', 'depth'] as const

const day = 'YYYY-MM-DD'

/** First and last day of a quick range, joined by a comma as in the URL. */
export function periodOf(range: QuickRange, today: string): string {
  const now = dayjs(today)
  if (range === 'today') return `${today},${today}`
  const yesterday = now.subtract(1, 'day').format(day)
  if (range === 'yesterday') return `${yesterday},${yesterday}`
  if (range === 'lastWeek') {
    const monday = now.subtract(7 + ((now.day() + 6) % 7), 'day')
    return `${monday.format(day)},${monday.add(6, 'day').format(day)}`
  }
  if (range === 'lastMonth') {
    const month = now.subtract(1, 'month')
    return `${month.startOf('month').format(day)},${month.endOf('month').format(day)}`
  }
  const first = range === 'year' ? now.startOf('year') : now.startOf('month').subtract(Number(range) - 1, 'month')
  return `${first.format(day)},${now.endOf('month').format(day)}`
}

/** The selected days: `period` if valid, else the quick range relative to today, else the page's default range. */
export function shownPeriod({ range = 'year' }: Pick<StatisticsPage, 'range'>, filters: PageAddress['filters'], today: string): string {
  return isWhole(filters['period']) ? filters['period'] : periodOf(quickRanges.find((quick) => quick === filters['range']) ?? range, today)
}

/** Serializes filter values for the URL, joined by commas; commas and `%` within a value are escaped. */
export const textOf = (values: readonly string[]): string =>
  values.map((value) => value.replaceAll('%', '%25').replaceAll(',', '%2C')).join(',')
/** Parses filter values from the URL; inverse of {@link textOf}. */
export const valuesOf = (
  text: string | undefined,
): readonly string[] => (text ? text.split(',').map((value) => value.replaceAll('%2C', ',').replaceAll('%25', '%')) : [])

const isWhole = (period: string | undefined): period is string => /^\d{4}-\d\d-\d\d,\d{4}-\d\d-\d\d$/.test(period ?? '')

/** Converts the state of a page's URL into the query of its API calls. */
export function queryOf(page: StatisticsPage, { filters, current, size, sort }: PageAddress, today: string): StatisticsQuery {
  const [from = '', to = ''] = shownPeriod(page, filters, today).split(',')
  const { within, depth } = levelOf(page, filters)
  const chosen = [...page.filters.flatMap((key) => (filters[key] ? [[key, valuesOf(filters[key])] as const] : [])),
    ...within.map((value, at) => [page.groupBy[at] ?? '', [value]] as const)]
  return {
    from,
    to,
    ...unitsOf(filters),
    ...(chosen.length > 0 && { filters: Object.fromEntries(chosen) }),
    current,
    size,
    ...(page.hasLevels && { depth }),
    ...(sort && { sort: sort.column, order: sort.asc ? 'asc' : 'desc' }),
  }
}

/** Drill-down level of the table: the opened row, by the values of its first dimensions, and the number of dimension columns. */
export interface Level {
  readonly within: readonly string[]
  readonly depth: number
}

/** Drill-down level encoded in the URL: `within` is the opened row, `depth` the number of dimension columns. */
export function levelOf({ groupBy, hasLevels }: Pick<StatisticsPage, 'groupBy' | 'hasLevels'>, filters: PageAddress['filters']): Level {
  if (!hasLevels) return { within: [], depth: groupBy.length }
  const within = valuesOf(filters['within']).slice(0, groupBy.length - 1)
  const depth = /^[1-9]$/.test(filters['depth'] ?? '') ? Number(filters['depth']) : 0
  return { within, depth: Math.min(groupBy.length, Math.max(depth, within.length + 1)) }
}

/** Serializes a level for the URL; empty texts for the page's initial level. */
export const levelFilters = ({ within, depth }: Level): { readonly within: string; readonly depth: string } => ({ within: textOf(within),
  depth: depth > within.length + 1 ? String(depth) : '' })

function unitsOf(
  { enterprise, department, withSub }: PageAddress['filters'],
): Pick<StatisticsQuery, 'enterprises' | 'departments' | 'withSub'> {
  return {
    ...(enterprise && { enterprises: enterprise.split(',') }),
    ...(department && { departments: department.split(','), ...(withSub === '0' && { withSub: false }) }),
  }
}

const reserved = new Set(['current', 'size', 'sort', 'view'])

/** Converts the URL query stored in a saved view into the page's API query. */
export function viewQuery(page: StatisticsPage, query: string, today: string): StatisticsQuery {
  const parameters = new URLSearchParams(query)
  const sort = parameters.get('sort')
  const filters = Object.fromEntries([...parameters].filter(([key, value]) => !reserved.has(key) && value !== ''))
  return queryOf(page, { filters, current: 1, size: 20,
    ...(sort !== null && { sort: { column: sort.replace(/^-/, ''), asc: !sort.startsWith('-') } }) }, today)
}
