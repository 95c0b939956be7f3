import { memoize } from '#kernel/memoize.ts'
import { type Formula, formula } from '#kernel/evaluate/plan/formula.ts'
import type { StatisticsPage } from '#kernel/statistics.ts'

type PageMeasures = Pick<StatisticsPage, 'measures'>

/** The derivation of a measure from others. */
export interface Derivation {
  readonly formula: Formula
  /** Those that it reads. */
  readonly from: readonly string[]
}

/** Returns the derivation of a measure, compiled once for all its figures; undefined for one that is counted. */
export const derivationOf = ({ measures }: PageMeasures, measure: string): Derivation | undefined => derivationsOf(measures).get(measure)

const derivationsOf: (measures: PageMeasures['measures']) => ReadonlyMap<string, Derivation> = memoize((measures) => {
  const names = Object.keys(measures).filter((key) => measures[key]?.of === undefined)
  return new Map(Object.entries(measures).flatMap(([key, { of }]): [string, Derivation][] => {
    if (of === undefined) return []
    const compiled = formula(of, names)
    return [[key, { formula: compiled, from: compiled.needs.filter((name) => names.includes(name)) }]]
  }))
})

/** The measures that a measure is counted from: itself, or those that it is derived from. */
export function dependsOn(page: PageMeasures, measure: string): readonly string[] {
  if (page.measures[measure]?.of === undefined) return measure in page.measures ? [measure] : []
  return derivationOf(page, measure)?.from ?? []
}
