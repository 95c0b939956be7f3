import dayjs from 'dayjs'
import type { StatisticsPage } from '#kernel/statistics.ts'
import type { ListQuery } from '#shell/list/query.ts'
import type { StatisticsQuery } from '../wire.ts'

const day = 'YYYY-MM-DD'

export const quickRanges = ['1', '3', '6', 'year'] as const
export type QuickRange = (typeof quickRanges)[number]

/** First and last day of a quick range, joined by a comma as the address has them. */
export function periodOf(range: QuickRange, today: string): string {
  const now = dayjs(today)
  const first = range === 'year' ? now.startOf('year') : now.startOf('month').subtract(Number(range) - 1, 'month')
  return `${first.format(day)},${now.endOf('month').format(day)}`
}

/** This year until something else is asked for. */
export const shownPeriod = (filters: ListQuery['filters'], today: string): string => (isWhole(filters['period']) ? filters['period'] : periodOf('year', today))

const isWhole = (period: string | undefined): period is string => /^\d{4}-\d\d-\d\d,\d{4}-\d\d-\d\d$/.test(period ?? '')

/** The address of a page as its calls take it. */
export function queryOf(page: StatisticsPage, { filters, current, size, sort }: ListQuery, today: string): StatisticsQuery {
  const [from = '', to = ''] = shownPeriod(filters, today).split(',')
  const chosen = page.filters.flatMap((key) => (filters[key] ? [[key, filters[key].split(',')] as const] : []))
  return {
    from,
    to,
    ...(filters['department'] && { departments: filters['department'].split(','), ...(filters['withSub'] === '0' && { withSub: false }) }),
    ...(chosen.length > 0 && { filters: Object.fromEntries(chosen) }),
    current,
    size,
    ...(sort && { sort: sort.column, order: sort.asc ? 'asc' : 'desc' }),
  }
}
