import { Decimal } from 'decimal.js'
import type { Db } from '#server/database/tables.ts'
import type { Host } from '#server/host.ts'
import type { Caller } from '#server/identity/caller.ts'
import { ordersRows, type StatisticsChart, type StatisticsPage } from '#plugins/statistics/statistics-page.ts'
import type { CountedPage, FactFilter, SumKey } from '../counted-page.ts'
import type { ChartFigures, ComparisonPeriods, HeadlineFigure, StatisticsAnswer, StatisticsRow } from '../../wire.ts'
import { filterOf, rowKeys, type StatisticsQuery } from '../page-queries.ts'
import { dataUpTo, type DayRange, lastDayBefore, periodBefore, yearBefore } from '../periods.ts'
import { demandShown, disclosedFigures, narrowingKeys, type Withheld, withheldFromSums } from '../disclosure.ts'
import { chartFigures } from './charts.ts'
import { type DimensionNamer, figureOf, figuresOf, namesOf } from './figures.ts'
import { isReadFromFold } from '../folding/folded-sums.ts'
import { dependsOn, rowName, type SumRow, type Sums, sumsBy } from '../counting/sums.ts'
import { keysOfChart, measuresOfChart } from '../folding/groupings.ts'

interface PageQuestion {
  readonly page: CountedPage
  readonly query: StatisticsQuery
  readonly caller: Caller
}

/**
 * Answers the query of a page: table rows with names, headline with comparisons, totals and charts. What follows from a field that the
 * caller is not shown is left out.
 * @throws Refused if the query narrows by such a field
 */
export async function answerPage(host: Host, { page, query, caller }: PageQuestion): Promise<StatisticsAnswer> {
  const { db } = host
  const withheld = withheldFromSums(page, { host, caller })
  demandShown(withheld, narrowingKeys(query))
  const filter = await filterOf(host, db, { page, query, caller })
  const [table, { headline, compared, totals, whole }, charts] = await Promise.all([tableRows(db, { filter, withheld }, query),
    headlineOf(db, filter), chartSums(db, filter, page.charts.filter((chart) => !keysOf(chart).some((key) => withheld.has(key))))])
  const { rows, naming } = await rowsOf(host, { filter, withheld, table: table.rows, whole, charts })
  const drawn = new Map(charts.map(({ chart, rows: sums }) => [chart, chartFigures(page, { chart, rows: sums, filter, naming })]))
  return { dataDate: dataUpTo(host).dataDate, isIncomplete: filter.isIncomplete === true || await host.isBackfilling(db), rows,
    total: table.total, headline: headline.map((figure) => (withheld.has(figure.measure) ? unknownFigure(figure.measure) : figure)),
    compared, totals: disclosedFigures(totals, withheld), charts: page.charts.map((chart) => drawn.get(chart) ?? nothingDrawn) }
}

const nothingDrawn: ChartFigures = { points: [], series: [] }

/** A headline figure that the caller is not shown. */
export const unknownFigure = (measure: string): HeadlineFigure => ({ measure, value: null, previous: null, lastYear: null })

/** Measures and dimensions that a chart shows. */
const keysOf = ({ by, across, measure, measures = [], beside }: StatisticsChart): readonly string[] =>
  [by, across, measure, ...measures, ...[beside ?? []].flat()].filter((key) => key !== undefined)

/**
 * All rows of the table up to `limit`, in the requested order, for a workbook; like {@link answerPage} without what is withheld.
 * @throws Refused if the query narrows by a field that the caller is not shown
 */
export async function everyRow(host: Host, { page, query, caller }: PageQuestion,
  limit: number): Promise<Pick<StatisticsAnswer, 'rows' | 'totals' | 'total'>> {
  const withheld = withheldFromSums(page, { host, caller })
  demandShown(withheld, narrowingKeys(query))
  const filter = await filterOf(host, host.db, { page, query, caller })
  const [{ rows: table, total }, { totals, whole }] = await Promise.all([
    tableRows(host.db, { filter, withheld }, { ...query, current: 1, size: limit }),
    headlineOf(host.db, filter),
  ])
  const { rows } = await rowsOf(host, { filter, withheld, table, whole, charts: [] })
  return { total, totals: disclosedFigures(totals, withheld), rows }
}

/** The filter of a page's question, and the keys that its caller is not shown. */
interface Counted {
  readonly filter: FactFilter
  readonly withheld: Withheld
}

interface PeriodContext extends Counted {
  readonly table: readonly SumRow[]
  readonly whole: Sums
  readonly charts: readonly ChartSums[]
}

/** Rows of the table with display names, and the lookup of the names that the charts use. */
async function rowsOf(host: Host, { filter, withheld, table, whole, charts }: PeriodContext): Promise<
  { readonly rows: readonly StatisticsRow[]; readonly naming: DimensionNamer }
> {
  const { page } = filter
  const leading = await leadingOf(host.db, { filter, withheld }, table)
  const naming = await namesOf(host, host.db, page, wantedNames(table, charts, leading))
  const rows = table.map(({ keys, sums }, at): StatisticsRow => ({
    dimensions: Object.fromEntries(Object.entries(keys).map(([key, value]) => [key, naming(key, value)])),
    figures: disclosedFigures(figuresOf(page, sums, whole), withheld),
    ...(page.leading && { leading: leadingValues(page, leading[at] ?? {}, naming) }),
  }))
  return { rows, naming }
}

/** Maximum page size of the table. */
const shownRows = 200

/** One page of the table. Read from the fold, only the ordering measure is summed for all rows and the others for the visible ones. */
async function tableRows(db: Db, { filter, withheld }: Counted,
  { current, size, sort, order, depth }: Pick<StatisticsQuery, 'current' | 'size' | 'sort' | 'order' | 'depth'>) {
  const groupBy = rowKeys(filter.page, { depth }).filter((key) => !withheld.has(key))
  const by = sort === undefined || withheld.has(sort) ? usualOrder(filter.page, withheld) : sort
  const ordering = { by, order, limit: size, offset: (current - 1) * size }
  if (size > shownRows || !isReadFromFold(filter, groupBy)) return sumsBy(db, filter, groupBy, { ordering })
  const { rows: ordered, total } = await sumsBy(db, filter, groupBy, { ordering, measures: by === undefined ? [] : [by] })
  if (ordered.length === 0) return { rows: ordered, total }
  const { rows: whole } = await sumsBy(db, { ...filter, rows: ordered.map(({ keys }) => keys) }, groupBy)
  const found = new Map(whole.map((row) => [rowName(groupBy, row), row]))
  return { rows: ordered.flatMap((row) => found.get(rowName(groupBy, row)) ?? []), total }
}

/** Default sort measure: the first sortable one of the headline that the caller is shown. */
function usualOrder({ headline, measures }: CountedPage, withheld: Withheld): string | undefined {
  const [first] = [...headline, ...Object.keys(measures)].filter((key) =>
    !withheld.has(key) && measures[key] !== undefined && ordersRows(measures[key])
  )
  return first
}

/** Comparison periods: capped at the last day with data, unless a page has entries with future dates. */
export function comparedWith({ page, from, to, before }: FactFilter): ComparisonPeriods {
  const [period, upTo] = [{ from, to }, page.isAhead ? undefined : lastDayBefore(before)]
  return { previous: periodBefore(period, upTo), lastYear: yearBefore(period, upTo) }
}

/** Headline of a period with its two comparison periods, and the totals of all measures. */
export async function headlineOf(db: Db,
  filter: FactFilter): Promise<Pick<StatisticsAnswer, 'headline' | 'totals' | 'compared'> & { readonly whole: Sums }> {
  const compared = comparedWith(filter)
  const sumsIn = async (period: DayRange, measures?: readonly string[]) =>
    (await sumsBy(db, { ...filter, ...period }, [], { ...(measures && { measures }) })).rows[0]?.sums ?? {}
  const before = sumsIn(compared.previous, filter.page.headline)
  const isSame = compared.previous.from === compared.lastYear.from && compared.previous.to === compared.lastYear.to
  const sums = await Promise.all([sumsIn(filter), before, isSame ? before : sumsIn(compared.lastYear, filter.page.headline)])
  const [totals, previous, lastYear] = sums.map((each) => figuresOf(filter.page, each))
  const headline = filter.page.headline.map((measure): HeadlineFigure => ({
    measure,
    value: totals?.[measure] ?? null,
    previous: previous?.[measure] ?? null,
    lastYear: lastYear?.[measure] ?? null,
  }))
  return { headline, compared, totals: totals ?? {}, whole: sums[0] ?? {} }
}

const times = new Set(['month', 'week', 'day'])

/** Dimension values in rows, charts and leading columns whose display names are needed. */
function wantedNames(rows: readonly SumRow[], charts: readonly ChartSums[],
  leading: readonly LeadingValues[]): Record<string, readonly string[]> {
  const valuesBy: Record<string, string[]> = {}
  for (const { by, value } of leading.flatMap((row) => Object.values(row))) (valuesBy[by] ??= []).push(value)
  for (const { keys } of [...rows, ...charts.flatMap((chart) => chart.rows)])
    for (const [key, value] of Object.entries(keys)) if (!times.has(key)) (valuesBy[key] ??= []).push(value)
  return valuesBy
}

interface ChartSums {
  readonly chart: StatisticsChart
  /** Grouped by the keys of the chart, or by a superset of them. */
  readonly rows: readonly SumRow[]
}

interface ChartSumQuery {
  readonly chart: StatisticsChart
  readonly keys: readonly SumKey[]
  readonly measures: readonly string[]
}

/** Sums for each chart. A chart whose keys are a subset of another chart's shares its query. */
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

/** The chart whose query a chart uses: one with a superset of its keys, or an earlier one with the same keys, else its own. */
function sourceOf(page: StatisticsPage, own: ChartSumQuery, all: readonly ChartSumQuery[]): ChartSumQuery {
  if (!own.measures.every((measure) => addsUp(page, measure))) return own
  const covers = (other: ChartSumQuery) =>
    own.keys.every((key) => other.keys.includes(key)) && (other.keys.length > own.keys.length || all.indexOf(other) < all.indexOf(own))
  return all.filter(covers).toSorted((one, other) => other.keys.length - one.keys.length)[0] ?? own
}

/** Returns whether the sums behind a measure are additive over any dimension. */
const addsUp = (page: StatisticsPage, measure: string): boolean =>
  dependsOn(page, measure).every((key) => page.measures[key]?.unit !== 'documents' && page.measures[key]?.medianOf === undefined)

/** By column: the value with the highest figure within a row. */
type LeadingValues = Readonly<Record<string, { readonly by: string; readonly value: string; readonly figure: string }>>

/** The leading values of table rows, in row order. */
async function leadingOf(db: Db, { filter, withheld }: Counted, table: readonly SumRow[]): Promise<readonly LeadingValues[]> {
  const { page } = filter
  const groupBy = page.groupBy.filter((key) => !withheld.has(key))
  const [first] = groupBy
  if (!page.leading || first === undefined || table.length === 0) return []
  const narrowed = { ...filter, filters: { ...filter.filters, [first]: [...new Set(table.map(({ keys }) => keys[first] ?? ''))] } }
  const shown = Object.entries(page.leading).filter(([, { by, measure }]) => !withheld.has(by) && !withheld.has(measure))
  const columns = await Promise.all(shown.map(async ([key, { by, measure }]) => {
    const { rows } = await sumsBy(db, narrowed, [...groupBy, by], { measures: [measure] })
    return { key, by, highest: highestOf(page, measure, { rows, by, groupBy }) }
  }))
  return table.map((row) =>
    Object.fromEntries(columns.flatMap(({ key, by, highest }) => {
      const found = highest.get(rowName(groupBy, row))
      return found ? [[key, { by, ...found }]] : []
    }))
  )
}

/** Leading values in the wire format. */
const leadingValues = ({ leading = {} }: StatisticsPage, row: LeadingValues,
  naming: DimensionNamer): NonNullable<StatisticsRow['leading']> =>
  Object.fromEntries(Object.keys(leading).map((key) => {
    const found = row[key]
    return [key, found ? { ...naming(found.by, found.value), figure: found.figure } : null]
  }))

interface Within {
  readonly rows: readonly SumRow[]
  readonly by: string
  readonly groupBy: readonly string[]
}

/** The value with the highest figure, per table row. */
function highestOf(page: StatisticsPage, measure: string,
  { rows, by, groupBy }: Within): ReadonlyMap<string, { readonly value: string; readonly figure: string }> {
  const highest = new Map<string, { value: string; figure: string }>()
  for (const row of rows) {
    const figure = figureOf(page, measure, row.sums) ?? '0'
    const value = row.keys[by] ?? ''
    const name = rowName(groupBy, row)
    if (value !== '' && new Decimal(figure).gt(highest.get(name)?.figure ?? 0)) highest.set(name, { value, figure })
  }
  return highest
}
