import type { StatisticsChart, StatisticsPage } from '#kernel/statistics.ts'
import type { Db } from '#server/database/tables.ts'
import type { FactFilter, SumKey } from '../fact-filter.ts'
import { dependsOn } from '../counting/measures.ts'
import { type SumRow, sumsBy } from '../counting/sums.ts'
import { keysOfChart, measuresOfChart } from './chart-keys.ts'

export interface ChartSums {
  readonly chart: StatisticsChart
  /** Grouped by the keys of the chart, or by more. */
  readonly rows: readonly SumRow[]
}

interface ChartSumQuery {
  readonly chart: StatisticsChart
  readonly keys: readonly SumKey[]
  readonly measures: readonly string[]
}

/** The sums that charts show. Those that another chart tells apart further are read once, for both. */
export async function chartSums<const Charts extends readonly StatisticsChart[]>(db: Db, filter: FactFilter,
  charts: Charts): Promise<{ [Place in keyof Charts]: ChartSums }> {
  const queries = charts.map((chart): ChartSumQuery => ({ chart, keys: keysOfChart(chart, filter), measures: measuresOfChart(chart) }))
  const sources = queries.map((own) => sourceOf(filter.page, own, queries))
  const read = new Map([...new Set(sources)].map((source) => {
    const measures = [...new Set(queries.flatMap((own, at) => (sources[at] === source ? own.measures : [])))]
    return [source, sumsBy(db, filter, source.keys, { measures })]
  }))
  const sums = await Promise.all(
    queries.map(async ({ chart }, at): Promise<ChartSums> => ({ chart, rows: (await read.get(sources[at]!))?.rows ?? [] })),
  )
  return sums as { [Place in keyof Charts]: ChartSums }
}

/**
 * The chart whose sums a chart is drawn from: itself, or one that tells the same sums apart by more keys, or was there before by the same.
 */
function sourceOf(page: StatisticsPage, own: ChartSumQuery, all: readonly ChartSumQuery[]): ChartSumQuery {
  if (!own.measures.every((measure) => addsUp(page, measure))) return own
  const covers = (other: ChartSumQuery) =>
    own.keys.every((key) => other.keys.includes(key)) && (other.keys.length > own.keys.length || all.indexOf(other) < all.indexOf(own))
  return all.filter(covers).toSorted((one, other) => other.keys.length - one.keys.length)[0] ?? own
}

/** Returns whether the sums that a measure is counted from add up over any values. */
const addsUp = (page: StatisticsPage, measure: string): boolean =>
  dependsOn(page, measure).every((key) => page.measures[key]?.unit !== 'documents' && page.measures[key]?.medianOf === undefined)
