import { type QuickRange, quickRanges, type StatisticsPage } from '#kernel/statistics.ts'
import { periodOf } from '../../address.ts'

/** Five years are offered where a page begins with them. */
export const offeredRanges = ({ range }: StatisticsPage): readonly QuickRange[] =>
  quickRanges.filter((quick) => quick !== '60' || range === '60')

/** Three ranges that stand beside the days, the page's own and that of the days among them; the others are in a menu behind them. */
export function chipsOf(page: StatisticsPage, current: QuickRange | undefined): readonly QuickRange[] {
  const first = [page.range ?? 'year', current, '3', 'year', '12'].filter((range) => range !== undefined)
  const chips = new Set([...new Set(first)].slice(0, 3))
  return offeredRanges(page).filter((range) => chips.has(range))
}

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
