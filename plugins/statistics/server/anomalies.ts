import dayjs from 'dayjs'
import { Decimal } from 'decimal.js'
import { z } from 'zod'
import type { StatisticsPage } from '#plugins/statistics/statistics-page.ts'
import type { Host } from '#server/host.ts'
import type { AnomaliesAnswer } from '../wire.ts'
import { filterOf, type PageRequest, queryOf } from './page-queries.ts'
import { dataUpTo } from './data-date.ts'
import { demandShown, narrowingKeys, withheldFromSums } from './disclosure.ts'
import { figuresText } from './explaining.ts'
import { figureOf } from './answers/figures.ts'
import { namesOf } from './answers/names.ts'
import { monthsOf } from './periods.ts'
import { sumsBy, type SumRow } from './counting/sums.ts'

/** Number of preceding months that a month is compared with, and how many of them must have a figure. */
const history = 12
const fewest = 4
/** Outlier thresholds: a multiple of the median absolute deviation, and a minimum share of the median. */
const distance = 3
const leastShare = new Decimal('0.3')
const most = 20

/** Query schema of the anomalies call. */
export const anomaliesOf = (page: StatisticsPage) =>
  queryOf(page).extend({
    measure: z.enum(
      Object.keys(page.measures).filter((key) => page.measures[key]?.medianOf === undefined && !page.measures[key]?.isShare) as [string,
        ...string[]],
    ),
  })

/** Anomalies in the finished months of the period: rows whose month deviates from the twelve before; largest deviation first. */
export async function anomaliesPage(host: Host,
  { page, query, caller }: PageRequest<ReturnType<typeof anomaliesOf>>): Promise<AnomaliesAnswer> {
  const { db } = host
  const withheld = withheldFromSums(page, { host, caller })
  demandShown(withheld, narrowingKeys(query))
  const { dataDate } = dataUpTo(host)
  const to = query.to < dataDate ? query.to : dataDate
  const looked = monthsOf({ from: query.from > to ? to : query.from, to }).filter((month) =>
    dayjs(`${month}-01`).endOf('month').format('YYYY-MM-DD') <= dataDate
  ).slice(-history)
  const [first] = looked
  if (first === undefined) return []
  const from = dayjs(`${first}-01`).subtract(history, 'month').format('YYYY-MM-DD')
  const keys = page.groupBy.filter((key) => !withheld.has(key)).slice(0, 2)
  const filter = await filterOf(host, db, { page, query: { ...query, from, to }, caller })
  const { rows } = await sumsBy(db, filter, [...keys, 'month'], { measures: [query.measure] })
  const groups = groupsOf(page, query.measure, rows)
  const found = groups.flatMap(({ row, months }) =>
    looked.flatMap((month) => {
      const outlier = outlierOf(months, month)
      return outlier ? [{ row, month, ...outlier }] : []
    })
  ).toSorted((one, other) => other.times.cmp(one.times)).slice(0, most)
  const naming = await namesOf(host, db, page, Object.fromEntries(keys.map((key) => [key, found.map(({ row }) => row[key] ?? '')])))
  return found.map(({ row, month, figure, usual }) => ({
    row: Object.fromEntries(Object.entries(row).map(([key, value]) => [key, naming(key, value)])),
    month,
    figure: figuresText(page, query.measure, figure),
    usual: figuresText(page, query.measure, usual),
  }))
}

interface MonthSeries {
  readonly row: Readonly<Record<string, string>>
  readonly months: Map<string, Decimal>
}

/** The months of each table row. */
function groupsOf(page: StatisticsPage, measure: string, rows: readonly SumRow[]): readonly MonthSeries[] {
  const groups = new Map<string, MonthSeries>()
  for (const { keys: { month = '', ...row }, sums } of rows) {
    const figure = figureOf(page, measure, sums)
    const name = JSON.stringify(row)
    const group = groups.get(name) ?? { row, months: new Map<string, Decimal>() }
    if (figure !== null) group.months.set(month, new Decimal(figure))
    groups.set(name, group)
  }
  return [...groups.values()]
}

interface Outlier {
  readonly figure: Decimal
  /** Median of the preceding months. */
  readonly usual: Decimal
  /** Distance from the median, in median absolute deviations. */
  readonly times: Decimal
}

/**
 * Detects a month that deviates from the median of the twelve before it, in units of their scaled median absolute deviation.
 * @returns undefined if the month is ordinary or has too few predecessors with a figure
 */
export function outlierOf(months: ReadonlyMap<string, Decimal>, month: string): Outlier | undefined {
  const figure = months.get(month)
  const before = Array.from({ length: history },
    (_, index) => months.get(dayjs(`${month}-01`).subtract(index + 1, 'month').format('YYYY-MM'))).filter((each) => each !== undefined)
  if (figure === undefined || before.length < fewest) return undefined
  const usual = medianOf(before)
  const away = figure.minus(usual).abs()
  if (usual.isZero() || away.lt(usual.abs().times(leastShare))) return undefined
  // minimum spread of 1 % of the median, for a constant history
  const spread = Decimal.max(medianOf(before.map((each) => each.minus(usual).abs())).times('1.4826'), usual.abs().div(100))
  const times = away.div(spread)
  return times.gt(distance) ? { figure, usual, times } : undefined
}

function medianOf(figures: readonly Decimal[]): Decimal {
  const sorted = figures.toSorted((one, other) => one.cmp(other))
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? new Decimal(0)
  return sorted.length % 2 === 1 ? upper : upper.plus(sorted[middle - 1] ?? upper).div(2)
}
