import { formula } from '#kernel/evaluate/plan/formula.ts'
import type { StatisticsPage } from '#kernel/statistics.ts'

/** The measures that a measure is counted from: itself, or those that it is derived from. */
export function restsOn({ measures }: Pick<StatisticsPage, 'measures'>, measure: string): readonly string[] {
  const of = measures[measure]?.of
  if (of === undefined) return measure in measures ? [measure] : []
  const names = Object.keys(measures).filter((key) => measures[key]?.of === undefined)
  return formula(of, names).needs.filter((key) => names.includes(key))
}
