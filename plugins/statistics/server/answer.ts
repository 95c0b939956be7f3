import { Decimal } from 'decimal.js'
import { ordersRows, type StatisticsChart, type StatisticsPage } from '#kernel/statistics.ts'
import type { Db } from '#server/database/tables.ts'
import type { Host } from '#server/host.ts'
import type { Caller } from '#server/identity/caller.ts'
import type { ChartFigures, HeadlineFigure, Named, StatisticsAnswer, StatisticsRow } from '../wire.ts'
import { type Asked, dataUpTo, filterOf } from './asked.ts'
import { figuresOf } from './figures.ts'
import { type Naming, namesOf, others } from './names.ts'
import { monthsOf, periodBefore, yearBefore } from './periods.ts'
import { added, type FactFilter, sumsBy, type SumRow } from './sums.ts'

/** Parts of a stack that are told apart; the others are one. */
const stacked = 4
/** Values of a ranking, and parts of a whole. */
const ranked = 10

interface PageAsked {
  readonly page: StatisticsPage
  readonly asked: Asked
  readonly caller: Caller
}

/** A page as it was asked for. */
export async function answerPage(host: Host, { page, asked, caller }: PageAsked): Promise<StatisticsAnswer> {
  const { db } = host
  const filter = await filterOf(host, db, { page, asked, caller })
  const [table, headline, charts] = await Promise.all([tableRows(db, filter, asked), headlineOf(db, filter), Promise.all(page.charts.map((chart) => chartSums(db, filter, chart)))])
  const naming = await namesOf(host, db, page, wantedNames(table.rows, charts))
  return {
    dataDate: dataUpTo(host).dataDate,
    rows: table.rows.map(({ keys, sums }) => ({ dimensions: Object.fromEntries(Object.entries(keys).map(([key, value]) => [key, naming(key, value)])),
      figures: figuresOf(page, sums) })
    ),
    total: table.total,
    ...headline,
    charts: charts.map(({ chart, rows }) => chartFigures(page, { chart, rows, filter, naming })),
  }
}

/** Rows of the table for a workbook: all of them, in the order asked for. */
export async function everyRow(host: Host, { page, asked, caller }: PageAsked,
  limit: number): Promise<{ readonly rows: readonly StatisticsRow[]; readonly totals: StatisticsAnswer['totals']; readonly total: number }> {
  const filter = await filterOf(host, host.db, { page, asked, caller })
  const [{ rows, total }, { totals }] = await Promise.all([tableRows(host.db, filter, { ...asked, current: 1, size: limit }), headlineOf(host.db, filter)])
  const naming = await namesOf(host, host.db, page, wantedNames(rows, []))
  return { total, totals,
    rows: rows.map(({ keys, sums }) => ({ dimensions: Object.fromEntries(Object.entries(keys).map(([key, value]) => [key, naming(key, value)])),
      figures: figuresOf(page, sums) })
    ) }
}

function tableRows(db: Db, filter: FactFilter, { current, size, sort, order }: Pick<Asked, 'current' | 'size' | 'sort' | 'order'>) {
  return sumsBy(db, filter, filter.page.groupBy, { by: sort ?? usualOrder(filter.page), order, limit: size, offset: (current - 1) * size })
}

/** The first headline figure that rows can be ordered by. */
function usualOrder({ headline, measures }: StatisticsPage): string {
  const [first] = [...headline, ...Object.keys(measures)].filter((key) => measures[key] !== undefined && ordersRows(measures[key]))
  return first ?? ''
}

/** The headline of a period beside the two that it is compared with, and all its figures. */
export async function headlineOf(db: Db, filter: FactFilter): Promise<Pick<StatisticsAnswer, 'headline' | 'totals'>> {
  const [totals, previous, lastYear] = await Promise.all([filter, { ...filter, ...periodBefore(filter) }, { ...filter, ...yearBefore(filter) }].map(async (each) => {
    const { rows } = await sumsBy(db, each, [])
    return figuresOf(filter.page, rows[0]?.sums ?? {})
  }))
  const headline = filter.page.headline.map((measure): HeadlineFigure => ({
    measure,
    value: totals?.[measure] ?? null,
    previous: previous?.[measure] ?? null,
    lastYear: lastYear?.[measure] ?? null,
  }))
  return { headline, totals: totals ?? {} }
}

interface ChartSums {
  readonly chart: StatisticsChart
  readonly rows: readonly SumRow[]
}

export async function chartSums(db: Db, filter: FactFilter, chart: StatisticsChart): Promise<ChartSums> {
  const by = chart.by === undefined ? [] : [chart.by]
  const { rows } = await sumsBy(db, filter, chart.kind === 'columns' ? ['month', ...by] : by)
  return { chart, rows }
}

export interface Drawn {
  readonly chart: StatisticsChart
  readonly rows: readonly SumRow[]
  readonly filter: FactFilter
  readonly naming: Naming
}

export function chartFigures(page: StatisticsPage, { chart: { kind, by, measure }, rows, filter, naming }: Drawn): ChartFigures {
  const figure = (some: readonly SumRow[]) => (some.length === 0 ? null : (figuresOf(page, added(some.map(({ sums }) => sums)))[measure] ?? null))
  const whole: Named = { value: '', name: `${page.measures[measure]?.cn}/${page.measures[measure]?.en}` }
  const parts = by === undefined ? [] : valuesOf(rows, by, figure)
  if (kind !== 'columns') {
    const points = largest(parts, ranked).filter(({ value }) => kind === 'share' || value !== others.value)
    return { points: points.map(({ value }) => named(value, by, naming)), series: [{ of: whole, values: points.map((point) => figure(point.rows)) }] }
  }
  const months = monthsOf(filter)
  const inMonths = (some: readonly SumRow[]) => months.map((month) => figure(some.filter(({ keys }) => keys['month'] === month)))
  const stack = largest(parts, stacked).map((part) => ({ of: named(part.value, by, naming), values: inMonths(part.rows) }))
  return { points: months.map((month) => ({ value: month, name: month })), series: by === undefined ? [{ of: whole, values: inMonths(rows) }] : stack }
}

const named = (value: string, by: string | undefined, naming: Naming): Named => (value === others.value || by === undefined ? others : naming(by, value))

interface Part {
  readonly value: string
  readonly rows: readonly SumRow[]
}

/** The values of a dimension, the largest first. */
function valuesOf(rows: readonly SumRow[], by: string, figure: (rows: readonly SumRow[]) => string | null): readonly Part[] {
  const parts = new Map<string, SumRow[]>()
  for (const row of rows) {
    const value = row.keys[by] ?? ''
    parts.set(value, [...(parts.get(value) ?? []), row])
  }
  return [...parts].map(([value, own]) => ({ value, rows: own, size: new Decimal(figure(own) ?? 0) })).toSorted((one, other) =>
    other.size.cmp(one.size) || (one.value < other.value ? -1 : 1)
  )
}

/** The first of the parts, and the others as one. */
const largest = (parts: readonly Part[], count: number): readonly Part[] =>
  parts.length <= count ? parts : [...parts.slice(0, count), { value: others.value, rows: parts.slice(count).flatMap(({ rows }) => rows) }]

function wantedNames(rows: readonly SumRow[], charts: readonly ChartSums[]): Record<string, readonly string[]> {
  const wanted: Record<string, string[]> = {}
  for (const { keys } of [...rows, ...charts.flatMap((chart) => chart.rows)]) for (const [key, value] of Object.entries(keys)) if (key !== 'month') (wanted[key] ??= []).push(value)
  return wanted
}
