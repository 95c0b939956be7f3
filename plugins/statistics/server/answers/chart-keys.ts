import dayjs from 'dayjs'
import type { StatisticsChart } from '#kernel/statistics.ts'
import type { SumKey } from '../fact-filter.ts'
import type { DayRange } from '../periods.ts'

/** Longest period whose days lines show one by one; beyond, they show months. */
const lineDays = 92

/** The keys of a chart’s sums; without a period, the shortest times that it may show. */
export function keysOfChart({ kind, by, across: over }: StatisticsChart, period?: DayRange): readonly SumKey[] {
  const own = by === undefined ? [] : [by]
  if (kind === 'columns' || kind === 'lines') return [isDaily(over, period) ? 'day' : 'month', ...own]
  if (kind === 'calendar') return ['day']
  return kind === 'heat' ? [...own, over ?? 'month'] : own
}

/** Returns whether a chart tells days apart instead of months. */
export const isDaily = (over: string | undefined, period: DayRange | undefined): boolean =>
  over === 'day' && (period === undefined || dayjs(period.to).diff(dayjs(period.from), 'day') < lineDays)

/** The measures that a chart shows. */
export const measuresOfChart = (
  { measure, measures = [], beside }: StatisticsChart,
): readonly string[] => [measure, ...measures, ...(beside === undefined ? [] : [beside].flat())]
