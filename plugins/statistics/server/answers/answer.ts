import { ordersRows, type StatisticsPage } from '#kernel/statistics.ts'
import type { Db } from '#server/database/tables.ts'
import type { Host } from '#server/host.ts'
import type { Caller } from '#server/identity/caller.ts'
import type { ComparisonPeriods, HeadlineFigure, StatisticsAnswer, StatisticsRow } from '../../wire.ts'
import { type StatisticsQuery, filterOf, rowKeys } from '../page-queries.ts'
import { dataUpTo, lastDayBefore } from '../data-date.ts'
import { type ChartSums, chartSums } from './chart-sums.ts'
import { chartFigures } from './charts.ts'
import { figuresOf } from './figures.ts'
import { type LeadingValues, leadingOf, leadingValues } from './leading.ts'
import { type DimensionNamer, namesOf } from './names.ts'
import { type DayRange, periodBefore, yearBefore } from '../periods.ts'
import type { FactFilter } from '../fact-filter.ts'
import { isReadFromFold } from '../folding/folded-sums.ts'
import { rowName, type SumRow, type Sums, sumsBy } from '../counting/sums.ts'

interface PageQuestion {
  readonly page: StatisticsPage
  readonly query: StatisticsQuery
  readonly caller: Caller
}

/** A page as it was asked for. */
export async function answerPage(host: Host, { page, query, caller }: PageQuestion): Promise<StatisticsAnswer> {
  const { db } = host
  const filter = await filterOf(host, db, { page, query, caller })
  const [table, { headline, compared, totals, whole }, charts] = await Promise.all([tableRows(db, filter, query), headlineOf(db, filter),
    chartSums(db, filter, page.charts)])
  const { rows, naming } = await rowsOf(host, { filter, table: table.rows, whole, charts })
  return { dataDate: dataUpTo(host).dataDate, isIncomplete: filter.isIncomplete === true || await host.isBackfilling(db), rows,
    total: table.total, headline, compared, totals,
    charts: charts.map(({ chart, rows: drawn }) => chartFigures(page, { chart, rows: drawn, filter, naming })) }
}

/** Rows of the table for a workbook: all of them, in the order asked for. */
export async function everyRow(host: Host, { page, query, caller }: PageQuestion,
  limit: number): Promise<Pick<StatisticsAnswer, 'rows' | 'totals' | 'total'>> {
  const filter = await filterOf(host, host.db, { page, query, caller })
  const [{ rows: table, total }, { totals, whole }] = await Promise.all([tableRows(host.db, filter, { ...query, current: 1, size: limit }),
    headlineOf(host.db, filter)])
  const { rows } = await rowsOf(host, { filter, table, whole, charts: [] })
  return { total, totals, rows }
}

interface PeriodContext {
  readonly filter: FactFilter
  readonly table: readonly SumRow[]
  readonly whole: Sums
  readonly charts: readonly ChartSums[]
}

/** Rows of the table with their names, and the names of what charts show. */
async function rowsOf(host: Host,
  { filter, table, whole, charts }: PeriodContext): Promise<{ readonly rows: readonly StatisticsRow[]; readonly naming: DimensionNamer }> {
  const { page } = filter
  const leading = await leadingOf(host.db, filter, table)
  const naming = await namesOf(host, host.db, page, wantedNames(table, charts, leading))
  const rows = table.map(({ keys, sums }, at): StatisticsRow => ({
    dimensions: Object.fromEntries(Object.entries(keys).map(([key, value]) => [key, naming(key, value)])),
    figures: figuresOf(page, sums, whole),
    ...(page.leading && { leading: leadingValues(page, leading[at] ?? {}, naming) }),
  }))
  return { rows, naming }
}

/** Rows that a page shows at most. */
const shownRows = 200

/** The rows of a page: by the measure that orders them, then the other figures of those that are shown, where these can be looked up. */
async function tableRows(db: Db, filter: FactFilter,
  { current, size, sort, order, depth }: Pick<StatisticsQuery, 'current' | 'size' | 'sort' | 'order' | 'depth'>) {
  const groupBy = rowKeys(filter.page, { depth })
  const ordering = { by: sort ?? usualOrder(filter.page), order, limit: size, offset: (current - 1) * size }
  if (size > shownRows || !isReadFromFold(filter, groupBy)) return sumsBy(db, filter, groupBy, { ordering })
  const { rows: ordered, total } = await sumsBy(db, filter, groupBy, { ordering, measures: [ordering.by] })
  if (ordered.length === 0) return { rows: ordered, total }
  const { rows: whole } = await sumsBy(db, { ...filter, rows: ordered.map(({ keys }) => keys) }, groupBy)
  const found = new Map(whole.map((row) => [rowName(groupBy, row), row]))
  return { rows: ordered.flatMap((row) => found.get(rowName(groupBy, row)) ?? []), total }
}

/** The first headline figure that rows can be ordered by. */
function usualOrder({ headline, measures }: StatisticsPage): string {
  const [first] = [...headline, ...Object.keys(measures)].filter((key) => measures[key] !== undefined && ordersRows(measures[key]))
  return first ?? ''
}

/** The periods that a period is compared with: up to the last day with data, unless a page has entries of days to come. */
export function comparedWith({ page, from, to, before }: FactFilter): ComparisonPeriods {
  const [period, upTo] = [{ from, to }, page.isAhead ? undefined : lastDayBefore(before)]
  return { previous: periodBefore(period, upTo), lastYear: yearBefore(period, upTo) }
}

/** The headline of a period beside the two that it is compared with, and all its figures. */
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

/** The values of dimensions that stand in rows. */
function wantedNames(rows: readonly SumRow[], charts: readonly ChartSums[],
  leading: readonly LeadingValues[]): Record<string, readonly string[]> {
  const valuesBy: Record<string, string[]> = {}
  for (const { by, value } of leading.flatMap((row) => Object.values(row))) (valuesBy[by] ??= []).push(value)
  for (const { keys } of [...rows, ...charts.flatMap((chart) => chart.rows)])
    for (const [key, value] of Object.entries(keys)) if (!times.has(key)) (valuesBy[key] ??= []).push(value)
  return valuesBy
}
