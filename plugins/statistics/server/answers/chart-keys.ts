import dayjs from 'dayjs'
import type { StatisticsChart } from '#plugins/statistics/statistics-page.ts'
import type { SumKey } from '../fact-filter.ts'
import type { DayRange } from '../periods.ts'

/** Longest period, in days, that line charts show by day; longer periods are shown by month. */
const lineDays = 92

/** Group-by keys of a chart; without a period, the finest time resolution that it may use. */
export function keysOfChart({ kind, by, across: over }: StatisticsChart, period?: DayRange): readonly SumKey[] {
  const own = by === undefined ? [] : [by]
  if (kind === 'columns' || kind === 'lines') return [isDaily(over, period) ? 'day' : 'month', ...own]
  if (kind === 'calendar') return ['day']
  return kind === 'heat' ? [...own, over ?? 'month'] : own
}

/** Returns whether a chart over days is grouped by day and not by month. */
export const isDaily = (over: string | undefined, period: DayRange | undefined): boolean =>
  over === 'day' && (period === undefined || dayjs(period.to).diff(dayjs(period.from), 'day') < lineDays)

/** The measures that a chart shows. */
export const measuresOfChart = (
  { measure, measures = [], beside }: StatisticsChart,
): readonly string[] => [measure, ...measures, ...(beside === undefined ? [] : [beside].flat())]
