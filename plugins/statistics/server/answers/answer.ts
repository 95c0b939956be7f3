import { ordersRows, type StatisticsPage } from '#kernel/statistics.ts'
import type { Db } from '#server/database/tables.ts'
import type { Host } from '#server/host.ts'
import type { Caller } from '#server/identity/caller.ts'
import type { HeadlineFigure, StatisticsAnswer, StatisticsRow } from '../../wire.ts'
import { type StatisticsQuery, filterOf } from '../asked.ts'
import { dataUpTo } from '../data-date.ts'
import { chartFigures, type ChartSums, chartSums } from './charts.ts'
import { figuresOf } from './figures.ts'
import { type Leading, leadingOf, leadingValues } from './leading.ts'
import { type Naming, namesOf } from './names.ts'
import { periodBefore, yearBefore } from '../periods.ts'
import type { FactFilter } from '../fact-filter.ts'
import { type SumRow, type Sums, sumsBy } from '../sums.ts'

interface PageQuestion {
  readonly page: StatisticsPage
  readonly asked: StatisticsQuery
  readonly caller: Caller
}

/** A page as it was asked for. */
export async function answerPage(host: Host, { page, asked, caller }: PageQuestion): Promise<StatisticsAnswer> {
  const { db } = host
  const filter = await filterOf(host, db, { page, asked, caller })
  const [table, { headline, totals, whole }, charts] = await Promise.all([tableRows(db, filter, asked), headlineOf(db, filter),
    Promise.all(page.charts.map((chart) => chartSums(db, filter, chart)))])
  const { rows, naming } = await rowsOf(host, { filter, table: table.rows, whole, charts })
  return { dataDate: dataUpTo(host).dataDate, rows, total: table.total, headline, totals,
    charts: charts.map(({ chart, rows: drawn }) => chartFigures(page, { chart, rows: drawn, filter, naming })) }
}

/** Rows of the table for a workbook: all of them, in the order asked for. */
export async function everyRow(host: Host, { page, asked, caller }: PageQuestion, limit: number): Promise<Pick<StatisticsAnswer, 'rows' | 'totals' | 'total'>> {
  const filter = await filterOf(host, host.db, { page, asked, caller })
  const [{ rows: table, total }, { totals, whole }] = await Promise.all([tableRows(host.db, filter, { ...asked, current: 1, size: limit }), headlineOf(host.db, filter)])
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
async function rowsOf(host: Host, { filter, table, whole, charts }: PeriodContext): Promise<{ readonly rows: readonly StatisticsRow[]; readonly naming: Naming }> {
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

function tableRows(db: Db, filter: FactFilter, { current, size, sort, order }: Pick<StatisticsQuery, 'current' | 'size' | 'sort' | 'order'>) {
  return sumsBy(db, filter, filter.page.groupBy, { ordering: { by: sort ?? usualOrder(filter.page), order, limit: size, offset: (current - 1) * size } })
}

/** The first headline figure that rows can be ordered by. */
function usualOrder({ headline, measures }: StatisticsPage): string {
  const [first] = [...headline, ...Object.keys(measures)].filter((key) => measures[key] !== undefined && ordersRows(measures[key]))
  return first ?? ''
}

/** The headline of a period beside the two that it is compared with, and all its figures. */
export async function headlineOf(db: Db, filter: FactFilter): Promise<Pick<StatisticsAnswer, 'headline' | 'totals'> & { readonly whole: Sums }> {
  const sums = await Promise.all([filter, { ...filter, ...periodBefore(filter) }, { ...filter, ...yearBefore(filter) }].map(async (each) => {
    const { rows } = await sumsBy(db, each, [], each === filter ? {} : { measures: filter.page.headline })
    return rows[0]?.sums ?? {}
  }))
  const [totals, previous, lastYear] = sums.map((each) => figuresOf(filter.page, each))
  const headline = filter.page.headline.map((measure): HeadlineFigure => ({
    measure,
    value: totals?.[measure] ?? null,
    previous: previous?.[measure] ?? null,
    lastYear: lastYear?.[measure] ?? null,
  }))
  return { headline, totals: totals ?? {}, whole: sums[0] ?? {} }
}

const times = new Set(['month', 'week', 'day'])

/** The values of dimensions that stand in rows. */
function wantedNames(rows: readonly SumRow[], charts: readonly ChartSums[], leading: readonly Leading[]): Record<string, readonly string[]> {
  const wanted: Record<string, string[]> = {}
  for (const { by, value } of leading.flatMap((row) => Object.values(row))) (wanted[by] ??= []).push(value)
  for (const { keys } of [...rows, ...charts.flatMap((chart) => chart.rows)]) for (const [key, value] of Object.entries(keys)) if (!times.has(key)) (wanted[key] ??= []).push(value)
  return wanted
}
