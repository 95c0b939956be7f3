import { type QuickRange, quickRanges, type StatisticsPage } from '#kernel/statistics.ts'
import { periodOf } from '../../address.ts'

/** Five years are offered where a page begins with them. */
export const offeredRanges = ({ range }: StatisticsPage): readonly QuickRange[] =>
  quickRanges.filter((quick) => quick !== '60' || range === '60')

/** The quick range that these days are today; the page's own first, since several are the same at the beginning of a year. */
export function rangeOf(page: StatisticsPage, period: string, today: string): QuickRange | undefined {
  const offered = offeredRanges(page)
  return [page.range ?? 'year', ...offered].find((range) => periodOf(range, today) === period)
}

/**
 * A period in the address: a quick range, which moves on with today, where it is one; nothing for the period that the page shows at first.
 */
export function periodFilters(page: StatisticsPage, period: string | undefined,
  today: string): { readonly range: string; readonly period: string } {
  const range = period === undefined ? undefined : rangeOf(page, period, today)
  return { range: range === undefined || range === (page.range ?? 'year') ? '' : range, period: range === undefined ? (period ?? '') : '' }
}
