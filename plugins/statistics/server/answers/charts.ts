import { Decimal } from 'decimal.js'
import type { StatisticsChart, StatisticsPage } from '#plugins/statistics/statistics-page.ts'
import type { ChartFigures, DimensionValue } from '../../wire.ts'
import { daysOf, lastDayBefore, monthsOf } from '../periods.ts'
import { isDaily } from '../folding/groupings.ts'
import type { FactFilter } from '../counted-page.ts'
import { type DimensionNamer, figureOf, others } from './figures.ts'
import { added, type SumRow } from '../counting/sums.ts'

/** Maximum number of parts in a stack; the rest are merged. */
const stacked = 4
/** Maximum number of values in a ranking or a share. */
const ranked = 10
/** Maximum number of points in a scatter chart. */
const scattered = 200
/** Maximum number of rows in a heat map. */
const warmed = 12
/** Maximum number of columns in a heat map, and of steps; `calendarDays` limits a calendar. */
const across = 26
const calendarDays = 371

export interface ChartInput {
  readonly chart: StatisticsChart
  readonly rows: readonly SumRow[]
  readonly filter: FactFilter
  readonly naming: DimensionNamer
}

type Figure = (rows: readonly SumRow[], measure?: string) => string | null

/** Figures of a chart in display order. */
export function chartFigures(page: StatisticsPage, drawn: ChartInput): ChartFigures {
  const { chart: { kind, measure }, rows } = drawn
  const figure: Figure = (some, of = measure) => (some.length === 0 ? null : figureOf(page, of, added(some.map(({ sums }) => sums))))
  if (kind === 'columns' || kind === 'lines') return byTime(page, drawn, figure)
  if (kind === 'heat') return heat(drawn, figure)
  if (kind === 'calendar') return calendar(page, drawn, figure)
  if (kind === 'funnel') {
    const steps = drawn.chart.measures ?? [measure]
    return { points: steps.map((key) => named(page, key)), series: [{ of: named(page, measure), values: steps.map((key) =>
      figure(rows, key)
    ) }] }
  }
  return byValue(page, drawn, figure)
}

/** Measure as a named value. */
const named = ({ measures }: StatisticsPage, key: string): DimensionValue => ({ value: key,
  name: `${measures[key]?.cn}/${measures[key]?.en}` })

const nameIn = (value: string, by: string | undefined,
  naming: DimensionNamer): DimensionValue => (value === others.value || by === undefined ? others : naming(by, value))

function byTime(page: StatisticsPage, { chart: { by, measure, measures, across: over, isRunning }, rows, filter, naming }: ChartInput,
  figure: Figure): ChartFigures {
  const key = isDaily(over, filter) ? 'day' : 'month'
  const times = key === 'day' ? daysOf(filter) : monthsOf(filter)
  const counts = (at: string | undefined, time: string) => at !== undefined && (isRunning ? at <= time : at === time)
  const inTimes = (some: readonly SumRow[], of: string) =>
    times.map((time) => figure(some.filter(({ keys }) => counts(keys[key], time)), of))
  const series = by === undefined ?
    (measures ?? [measure]).map((key) => ({ of: named(page, key), values: inTimes(rows, key) })) :
    largest(valuesOf(rows, by, figure), stacked).map((part) => ({ of: nameIn(part.value, by, naming),
      values: inTimes(part.rows, measure) })
    )
  return { points: times.map((time) => ({ value: time, name: time })), series }
}

/** A point per value of a dimension, the largest first; steps in their own order. */
function byValue(page: StatisticsPage, { chart: { kind, by, measure, beside }, rows, naming }: ChartInput, figure: Figure): ChartFigures {
  const parts = by === undefined ? [] : valuesOf(rows, by, figure)
  const shown = shownOf(kind, parts)
  const compared = [measure, ...[beside ?? []].flat()]
  const isNothing = ({ rows: own }: ChartGroup) => compared.every((key) => new Decimal(figure(own, key) ?? 0).isZero())
  const points = shown.filter((part) =>
    (kind === 'share' || kind === 'pareto' || part.value !== others.value) && (kind === 'gauges' || !isNothing(part))
  )
  return { points: points.map(({ value }) => nameIn(value, by, naming)),
    series: compared.map((key, at) => ({ of: { ...named(page, key), value: at === 0 ? '' : key },
      values: points.map((point) => figure(point.rows, key)) })
    ) }
}

function shownOf(kind: StatisticsChart['kind'], parts: readonly ChartGroup[]): readonly ChartGroup[] {
  if (kind === 'steps') return parts.toSorted((one, other) => (one.value < other.value ? -1 : 1)).slice(-across)
  return kind === 'scatter' ? parts.slice(0, scattered) : largest(parts, ranked)
}

/** Heat map: a row per value of the largest, a column per value of the other dimension. */
function heat({ chart: { by = '', across: over = 'month' }, rows, filter, naming }: ChartInput, figure: Figure): ChartFigures {
  const isTime = over === 'month' || over === 'week'
  const values = over === 'month' ? monthsOf(filter) : [...new Set(rows.map(({ keys }) => keys[over] ?? ''))].toSorted().slice(-across)
  const parts = valuesOf(rows, by, figure).slice(0, warmed)
  return {
    points: values.map((value) => (isTime ? { value, name: value } : naming(over, value))),
    series: parts.map((part) => ({ of: nameIn(part.value, by, naming),
      values: values.map((value) => figure(part.rows.filter(({ keys }) => keys[over] === value))) })
    ),
  }
}

/** Last days of the period, at most 371. */
function calendar(page: StatisticsPage, { chart: { measure }, rows, filter: { from, to, before } }: ChartInput,
  figure: Figure): ChartFigures {
  const ended = lastDayBefore(before)
  const days = daysOf({ from, to: ended < to && ended >= from ? ended : to }).slice(-calendarDays)
  const byDay = new Map(valuesOf(rows, 'day', figure).map(({ value, rows: own }) => [value, own]))
  return {
    points: days.map((day) => ({ value: day, name: day })),
    series: [{ of: named(page, measure), values: days.map((day) => figure(byDay.get(day) ?? [])) }],
  }
}

interface ChartGroup {
  readonly value: string
  readonly rows: readonly SumRow[]
  readonly size: Decimal
}

/** The values of a dimension, the largest first. */
function valuesOf(rows: readonly SumRow[], by: string, figure: Figure): readonly ChartGroup[] {
  const parts = new Map<string, SumRow[]>()
  for (const row of rows) {
    const value = row.keys[by] ?? ''
    const own = parts.get(value)
    if (own) own.push(row)
    else parts.set(value, [row])
  }
  return [...parts].map(([value, own]) => ({ value, rows: own, size: new Decimal(figure(own) ?? 0) })).toSorted((one, other) =>
    other.size.cmp(one.size) || (one.value < other.value ? -1 : 1)
  )
}

/** The first `count` parts, with the rest merged into one. */
const largest = (parts: readonly ChartGroup[], count: number): readonly ChartGroup[] =>
  parts.length <= count ?
    parts :
    [...parts.slice(0, count), { value: others.value, rows: parts.slice(count).flatMap(({ rows }) => rows),
      size: parts.slice(count).reduce((sum, { size }) => sum.plus(size), new Decimal(0)) }]
