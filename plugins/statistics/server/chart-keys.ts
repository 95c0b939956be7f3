import type { StatisticsChart } from '#kernel/statistics.ts'
import type { Key } from './fact-filter.ts'

/** By what the sums of a chart are told apart. */
export function keysOfChart({ kind, by, across: over }: StatisticsChart): readonly Key[] {
  const own = by === undefined ? [] : [by]
  if (kind === 'columns' || kind === 'lines') return ['month', ...own]
  if (kind === 'calendar') return ['day']
  return kind === 'heat' ? [...own, over ?? 'month'] : own
}

/** The measures that a chart shows. */
export const measuresOfChart = ({ measure, measures = [], beside }: StatisticsChart): readonly string[] => [measure, ...measures, ...(beside === undefined ? [] : [beside].flat())]
