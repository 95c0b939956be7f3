import dayjs from 'dayjs'
import { Decimal } from 'decimal.js'
import { z } from 'zod'
import type { Host } from '#server/host.ts'
import { commonDimensions, type StatisticsPage } from '#plugins/statistics/statistics-page.ts'
import type { AnomaliesAnswer, ExplainAnswer } from '../wire.ts'
import { addingMeasures, filterOf, type PageRequest, queryOf } from './page-queries.ts'
import { dataUpTo, monthsOf } from './periods.ts'
import { demandShown, narrowingKeys, withheldFromSums } from './disclosure.ts'
import { figureOf, namesOf, others } from './answers/figures.ts'
import { type SumRow, sumsBy } from './counting/sums.ts'
import { comparedWith } from './answers/answer.ts'
import type { FactFilter } from './counted-page.ts'

/** Maximum number of values listed; the remaining ones are aggregated. */
const mostContributions = 8

/** Query schema for explaining a change: measure, dimension and comparison period. */
export const explainOf = (page: StatisticsPage) =>
  queryOf(page).extend({
    measure: z.enum(addingMeasures(page)),
    by: z.enum([...commonDimensions, ...Object.keys(page.dimensions)] as [string, ...string[]]),
    against: z.enum(['previous', 'lastYear']).default('previous'),
  })

/** Explains a change between two periods: the contribution of each value of a dimension. The contributions add up to the difference. */
export async function explainPage(host: Host, { page, query, caller }: PageRequest<ReturnType<typeof explainOf>>): Promise<ExplainAnswer> {
  const { db } = host
  const { measure, by, against } = query
  demandShown(withheldFromSums(page, { host, caller }), [...narrowingKeys(query), by])
  const now = await filterOf(host, db, { page, query, caller })
  const before = { ...now, ...comparedWith(now)[against] }
  const figuresBy = async (filter: FactFilter) => {
    const { rows } = await sumsBy(db, filter, [by], { measures: [measure] })
    return new Map(rows.map(({ keys, sums }) => [keys[by] ?? '', new Decimal(figureOf(page, measure, sums) ?? 0)]))
  }
  const [then, today] = await Promise.all([figuresBy(before), figuresBy(now)])
  const parts = contributions(then, today)
  const naming = await namesOf(host, db, page, { [by]: parts.map(({ value }) => value).filter((value) => value !== others.value) })
  const sum = (figures: ReadonlyMap<string, Decimal>) =>
    figuresText(page, measure, [...figures.values()].reduce((total, figure) => total.plus(figure), new Decimal(0)))
  return {
    period: { from: before.from, to: before.to },
    before: sum(then),
    now: sum(today),
    parts: parts.map(({ value, change, before: earlier, now: later }) => ({
      of: value === others.value ? others : naming(by, value),
      change: figuresText(page, measure, change),
      before: figuresText(page, measure, earlier),
      now: figuresText(page, measure, later),
    })),
  }
}

/** A figure as decimal text: amounts with two decimals, other measures with at most two. */
export const figuresText = ({ measures }: StatisticsPage, measure: string, figure: Decimal): string =>
  figure.toDecimalPlaces(2).toFixed(measures[measure]?.unit === 'amount' ? 2 : undefined)

interface Contribution {
  readonly value: string
  readonly before: Decimal
  readonly now: Decimal
  readonly change: Decimal
}

/** Contribution of each value to the difference, largest first; those beyond the maximum are aggregated. */
export function contributions(before: ReadonlyMap<string, Decimal>, now: ReadonlyMap<string, Decimal>): readonly Contribution[] {
  const nothing = new Decimal(0)
  const parts = [...new Set([...before.keys(), ...now.keys()])].map((value) => {
    const [then, today] = [before.get(value) ?? nothing, now.get(value) ?? nothing]
    return { value, before: then, now: today, change: today.minus(then) }
  }).filter(({ change }) => !change.isZero()).toSorted((one, other) =>
    other.change.abs().cmp(one.change.abs()) || (one.value < other.value ? -1 : 1)
  )
  const rest = parts.slice(mostContributions)
  if (rest.length === 0) return parts
  const add = (of: (part: Contribution) => Decimal) => rest.reduce((sum, part) => sum.plus(of(part)), nothing)
  return [...parts.slice(0, mostContributions), { value: others.value, before: add((part) => part.before), now: add((part) => part.now),
    change: add((part) => part.change) }]
}

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
