import '../tables.ts'
import { Decimal } from 'decimal.js'
import { type RawBuilder, sql } from 'kysely'
import type { StatisticsPage } from '#plugins/statistics/statistics-page.ts'
import type { Db } from '#server/database/tables.ts'
import { memoize } from '#kernel/memoize.ts'
import { type Formula, formula } from '#kernel/evaluate/plan/formula.ts'
import { type CountedMeasure, countedSums, keyNames, groupedBy } from './counting.ts'
import type { FactFilter, SumKey } from '../counted-page.ts'
import { foldedSums } from '../folding/folded-sums.ts'

/** Sums over the facts with the same key values. */
export interface SumRow {
  readonly keys: Readonly<Record<SumKey, string>>
  readonly sums: Sums
}

/** Sums by measure that is not derived; `documents` counts each document once. Unknown figures are absent. */
export type Sums = Readonly<Record<string, Decimal>>

export interface SumOrder {
  /** Measure that is not derived, or `last_day`. @default the keys only */
  readonly by?: string | undefined
  readonly order: 'asc' | 'desc'
  readonly limit: number
  readonly offset: number
}

/** Options of a sums query. */
interface SumsQuery {
  readonly ordering?: SumOrder
  /** Measures to sum, together with those that they are derived from. @default all measures */
  readonly measures?: readonly string[]
  /** Only rows in which at least one of these measures is not 0. */
  readonly having?: readonly string[]
}

/** Sums of the filtered facts by keys, ordered by a measure, then by the keys. */
export async function sumsBy(db: Db, filter: FactFilter, keys: readonly SumKey[],
  { ordering, having, measures: chosen }: SumsQuery = {}): Promise<{ readonly rows: readonly SumRow[]; readonly total: number }> {
  const measures = countedMeasures(filter.page, chosen)
  const names = keyNames(keys)
  const condition = having && having.length > 0 ? sql`where ${sql.join(having.map((key) => sql`${sql.ref(key)} <> 0`), sql` or `)}` : sql``
  const { rows } = await sql<Record<string, string | null>>`
    with grouped as (${groupedSums(filter, keys, measures)})
    select *, count(*) over () as row_count from grouped ${condition} ${ordering ? ordered(ordering, names) : sql``}`.execute(db)
  return { rows: rows.map((row) => sumRow(row, keys, measures)), total: Number(rows[0]?.['row_count'] ?? 0) }
}

/** Sums joined with the medians of the same rows. */
function groupedSums(filter: FactFilter, keys: readonly SumKey[], measures: readonly CountedMeasure[]): RawBuilder<unknown> {
  const sums = measures.filter(([, { medianOf }]) => medianOf === undefined)
  const query = foldedSums(filter, keys, sums) ?? countedSums(filter, keys, sums)
  const on = keys.length > 0 ? sql`using (${sql.join(keyNames(keys))})` : sql`on true`
  return measures.reduce(
    (rows, [key, { medianOf }]) =>
      medianOf === undefined
        ? rows
        : sql`select sums.*, median as ${sql.ref(key)} from (${rows}) sums left join (${mediansBy(filter, keys, medianOf)}) medians ${on}`,
    query,
  )
}

/** Measures that are counted from facts: the chosen ones or the inputs of derived ones; all by default. */
function countedMeasures({ measures }: StatisticsPage, chosen?: readonly string[]): readonly CountedMeasure[] {
  const counted = Object.entries(measures).filter(([, { of }]) => of === undefined)
  const needs = chosen && new Set(chosen.flatMap((key) => dependsOn({ measures }, key)))
  return needs ? counted.filter(([key]) => needs.has(key)) : counted
}

const ordered = ({ by, order, limit, offset }: SumOrder, names: readonly RawBuilder<unknown>[]): RawBuilder<unknown> => {
  const first = by === undefined ? [] : [sql`${sql.ref(by)} ${order === 'asc' ? sql`asc` : sql`desc`}`]
  return sql`order by ${sql.join([...first, ...names, sql`1`])} limit ${limit} offset ${offset}`
}

const sumRow = (row: Readonly<Record<string, string | null>>, keys: readonly SumKey[], measures: readonly CountedMeasure[]): SumRow => ({
  keys: Object.fromEntries(keys.map((key, index) => [key, row[`key_${index}`] ?? ''])),
  sums: Object.fromEntries(
    measures.flatMap((
      [key, { isUnknownWithout }],
    ): [string, Decimal][] => (isUnknownWithout && row[key] === null ? [] : [[key, new Decimal(row[key] ?? 0)]])),
  ),
})

/** Identity of a table row by its values, to match rows of different queries. */
export const rowName = (groupBy: readonly string[], { keys }: SumRow): string => JSON.stringify(groupBy.map((key) => keys[key]))

/** Adds up the sums of several rows; a document in several rows is counted in each. */
export function added(rows: readonly Sums[]): Sums {
  const all: Record<string, Decimal> = {}
  for (const row of rows) for (const [key, figure] of Object.entries(row)) all[key] = figure.plus(all[key] ?? 0)
  return all
}

/**
 * Query for the median of a numeric dimension by keys: a column per key and `median`. Facts are counted per number first, because these
 * counts are additive.
 */
function mediansBy(filter: FactFilter, keys: readonly SumKey[], dimension: string): RawBuilder<unknown> {
  const names = keyNames(keys)
  const byNumber = [...keys, dimension]
  const number = sql.ref(`key_${keys.length}`)
  const within = sql`partition by ${sql.join([sql`true`, ...names])}`
  const at = (place: number) => sql`min(number) filter (where up_to >= (facts + ${sql.lit(place)}) / 2)`
  return sql`select ${sql.join([...names, sql`(${at(1)} + ${at(2)}) / 2 as median`])} from (
      select ${
    sql.join([...names, sql`number`])
  }, sum(fact_count) over (${within} order by number)::bigint as up_to, sum(fact_count) over (${within})::bigint as facts
      from (select *, ${number}::numeric as number from (${
    foldedSums(filter, byNumber, []) ?? countedSums(filter, byNumber, [])
  }) counted where ${number} <> '') numbered
    ) ranked ${groupedBy(names)}`
}

type PageMeasures = Pick<StatisticsPage, 'measures'>

/** The derivation of a measure from others. */
export interface Derivation {
  readonly formula: Formula
  /** Keys of the measures that it reads. */
  readonly from: readonly string[]
}

/** The compiled derivation of a measure, cached; undefined for a counted measure. */
export const derivationOf = ({ measures }: PageMeasures, measure: string): Derivation | undefined => derivationsOf(measures).get(measure)

const derivationsOf: (measures: PageMeasures['measures']) => ReadonlyMap<string, Derivation> = memoize((measures) => {
  const names = Object.keys(measures).filter((key) => measures[key]?.of === undefined)
  return new Map(Object.entries(measures).flatMap(([key, { of }]): [string, Derivation][] => {
    if (of === undefined) return []
    const compiled = formula(of, names)
    return [[key, { formula: compiled, from: compiled.needs.filter((name) => names.includes(name)) }]]
  }))
})

/** The counted measures behind a measure: itself, or the inputs of its derivation. */
export function dependsOn(page: PageMeasures, measure: string): readonly string[] {
  if (page.measures[measure]?.of === undefined) return measure in page.measures ? [measure] : []
  return derivationOf(page, measure)?.from ?? []
}
