import { Decimal } from 'decimal.js'
import { type RawBuilder, sql } from 'kysely'
import type { StatisticsPage } from '#kernel/statistics.ts'
import type { Db } from '#server/database/tables.ts'
import type { DepartmentScope } from '#server/identity/rights/scope.ts'
import './tables.ts'

/** Which facts of a page count. */
export interface FactFilter {
  readonly page: StatisticsPage
  /** First and last day, yyyy-MM-dd. */
  readonly from: string
  readonly to: string
  /** What documents said before this instant. */
  readonly before: Date
  /** Departments that the caller sees; their own facts they always see. */
  readonly scope: DepartmentScope
  readonly person: string
  /** Departments that were asked for; all that are seen without them. */
  readonly departments?: readonly string[]
  /** Values by dimension. */
  readonly filters: Readonly<Record<string, readonly string[]>>
}

/** By what sums are told apart: a dimension, `month` (yyyy-MM), or `document`. */
export type Key = string

/** Sums over facts with the same values of the keys. */
export interface SumRow {
  readonly keys: Readonly<Record<Key, string>>
  readonly sums: Sums
}

/** By measure that is not derived; `documents` counts each document once. */
export type Sums = Readonly<Record<string, Decimal>>

export interface Ordering {
  /** A measure that is not derived, or `last_day`. */
  readonly by: string
  readonly order: 'asc' | 'desc'
  readonly limit: number
  readonly offset: number
}

/** The sums of the facts that count, by keys; the order is by a measure, then by the keys. */
export async function sumsBy(db: Db, filter: FactFilter, keys: readonly Key[], ordering?: Ordering): Promise<{ readonly rows: readonly SumRow[]; readonly total: number }> {
  const measures = summedMeasures(filter.page)
  const names = keys.map((_, index) => sql.ref(`key_${index}`))
  const byKeys = names.length > 0 ? sql`group by ${sql.join(names)}` : sql``
  const figures = measures.map(([key, isDocuments], index) =>
    sql`${isDocuments ? sql`count(distinct document)` : sql`coalesce(sum(${sql.ref(`m_${index}`)}), 0)`} as ${sql.ref(key)}`
  )
  const { rows } = await sql<Record<string, string>>`
    with net as (${netFacts(filter, keys)}), grouped as (
      select ${sql.join([...names, ...figures, sql`max(last_day) as last_day`])} from net ${byKeys}
    )
    select *, count(*) over () as row_count from grouped ${ordering ? ordered(ordering, names) : sql``}`.execute(db)
  return { rows: rows.map((row) => sumRow(row, keys, measures)), total: Number(rows[0]?.['row_count'] ?? 0) }
}

/** What stands of each document by keys: what was taken back is gone. */
function netFacts(filter: FactFilter, keys: readonly Key[]): RawBuilder<unknown> {
  const measures = summedMeasures(filter.page)
  const sums = measures.flatMap(([key, isDocuments], index) => isDocuments ? [] : [sql`sum(sign * (measures ->> ${sql.lit(key)})::numeric) as ${sql.ref(`m_${index}`)}`])
  const columns = keys.map((key, index) => sql`${keyColumn(key)} as ${sql.ref(`key_${index}`)}`)
  return sql`select ${sql.join([sql`document`, sql`max(day) as last_day`, ...columns, ...sums])} from statistics_fact where ${counting(filter)}
    group by ${sql.join([sql`document`, ...keys.map((_, index) => sql.ref(`key_${index}`))])} having sum(sign) > 0`
}

/** The condition on facts that every figure, drawer and workbook starts from. */
function counting({ page, from, to, before, scope, person, departments, filters }: FactFilter): RawBuilder<unknown> {
  const conditions = [
    sql`page = ${page.key}`,
    sql`day between ${from}::date and ${to}::date`,
    sql`at < ${before}`,
    ...(scope === 'all' ? [] : [sql`(department = any(${[...scope]}::text[]) or person = ${person})`]),
    ...(departments === undefined ? [] : [sql`department = any(${[...departments]}::text[])`]),
    ...Object.entries(filters).map(([key, values]) => sql`${keyColumn(key)} = any(${[...values]}::text[])`),
  ]
  return sql.join(conditions, sql` and `)
}

function keyColumn(key: Key): RawBuilder<unknown> {
  if (key === 'department' || key === 'person' || key === 'document') return sql.ref(key)
  return key === 'month' ? sql`to_char(day, 'YYYY-MM')` : sql`coalesce(dimensions ->> ${sql.lit(key)}, '')`
}

/** Measures that are counted from facts, and whether each counts documents. */
const summedMeasures = ({ measures }: StatisticsPage): readonly (readonly [key: string, isDocuments: boolean])[] =>
  Object.entries(measures).flatMap(([key, { unit, of }]) => (of === undefined ? [[key, unit === 'documents'] as const] : []))

const ordered = ({ by, order, limit, offset }: Ordering, names: readonly RawBuilder<unknown>[]): RawBuilder<unknown> =>
  sql`order by ${sql.join([sql`${sql.ref(by)} ${order === 'asc' ? sql`asc` : sql`desc`}`, ...names])} limit ${limit} offset ${offset}`

const sumRow = (row: Readonly<Record<string, string>>, keys: readonly Key[], measures: ReturnType<typeof summedMeasures>): SumRow => ({
  keys: Object.fromEntries(keys.map((key, index) => [key, row[`key_${index}`] ?? ''])),
  sums: Object.fromEntries(measures.map(([key]) => [key, new Decimal(row[key] ?? 0)])),
})

/** Sums of several rows as one; documents of several rows are counted once for each. */
export function added(rows: readonly Sums[]): Sums {
  const all: Record<string, Decimal> = {}
  for (const row of rows) for (const [key, figure] of Object.entries(row)) all[key] = figure.plus(all[key] ?? 0)
  return all
}
