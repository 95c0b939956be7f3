import { Decimal } from 'decimal.js'
import { type RawBuilder, sql } from 'kysely'
import type { StatisticsPage } from '#kernel/statistics.ts'
import type { Db } from '#server/database/tables.ts'
import { type CountedMeasure, countedSums, keyNames } from './counting.ts'
import type { FactFilter, SumKey } from '../fact-filter.ts'
import { foldedSums } from '../folding/folded-sums.ts'
import { mediansBy } from './medians.ts'
import { dependsOn } from './measures.ts'
import '../tables.ts'

/** Sums over facts with the same values of the keys. */
export interface SumRow {
  readonly keys: Readonly<Record<SumKey, string>>
  readonly sums: Sums
}

/** By measure that is not derived; `documents` counts each document once. What is unknown is left out. */
export type Sums = Readonly<Record<string, Decimal>>

export interface SumOrder {
  /** A measure that is not derived, or `last_day`. */
  readonly by: string
  readonly order: 'asc' | 'desc'
  readonly limit: number
  readonly offset: number
}

/** A question for sums beyond their keys. */
interface SumsQuery {
  readonly ordering?: SumOrder
  /** Measures that are wanted, with what they are derived from; all unless said otherwise. */
  readonly measures?: readonly string[]
  /** Only rows in which one of these measures is not 0. */
  readonly having?: readonly string[]
}

/** The sums of the facts that count, by keys; the order is by a measure, then by the keys. */
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

/** Sums, with the medians of the same rows beside them. */
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

/** Measures that are counted from facts: those that are wanted, or that these are derived from. */
function countedMeasures({ measures }: StatisticsPage, chosen?: readonly string[]): readonly CountedMeasure[] {
  const counted = Object.entries(measures).filter(([, { of }]) => of === undefined)
  const needs = chosen && new Set(chosen.flatMap((key) => dependsOn({ measures }, key)))
  return needs ? counted.filter(([key]) => needs.has(key)) : counted
}

const ordered = ({ by, order, limit, offset }: SumOrder, names: readonly RawBuilder<unknown>[]): RawBuilder<unknown> =>
  sql`order by ${sql.join([sql`${sql.ref(by)} ${order === 'asc' ? sql`asc` : sql`desc`}`, ...names])} limit ${limit} offset ${offset}`

const sumRow = (row: Readonly<Record<string, string | null>>, keys: readonly SumKey[], measures: readonly CountedMeasure[]): SumRow => ({
  keys: Object.fromEntries(keys.map((key, index) => [key, row[`key_${index}`] ?? ''])),
  sums: Object.fromEntries(
    measures.flatMap((
      [key, { isUnknownWithout }],
    ): [string, Decimal][] => (isUnknownWithout && row[key] === null ? [] : [[key, new Decimal(row[key] ?? 0)]])),
  ),
})

/** A row of the table by its values, alike for the same row of several queries. */
export const rowName = (groupBy: readonly string[], { keys }: SumRow): string => JSON.stringify(groupBy.map((key) => keys[key]))

/** Sums of several rows as one; documents of several rows are counted once for each. */
export function added(rows: readonly Sums[]): Sums {
  const all: Record<string, Decimal> = {}
  for (const row of rows) for (const [key, figure] of Object.entries(row)) all[key] = figure.plus(all[key] ?? 0)
  return all
}
