import { Decimal } from 'decimal.js'
import { type RawBuilder, sql } from 'kysely'
import type { Measure, StatisticsPage } from '#kernel/statistics.ts'
import type { Db } from '#server/database/tables.ts'
import type { DepartmentScope } from '#server/identity/rights/scope.ts'
import type { Register } from './register.ts'
import './tables.ts'

/** Which facts of a page count. */
export interface FactFilter {
  readonly page: StatisticsPage
  /** First and last day, yyyy-MM-dd. */
  readonly from: string
  readonly to: string
  /** What documents said before this instant. */
  readonly before: Date
  /** Whose entries count instead of facts of documents. */
  readonly register?: Register
  /** Departments that the caller sees; their own facts they always see. */
  readonly scope: DepartmentScope
  readonly person: string
  /** Departments that were asked for; all that are seen without them. */
  readonly departments?: readonly string[]
  /** Values by dimension. */
  readonly filters: Readonly<Record<string, readonly string[]>>
}

/** By what sums are told apart: a dimension, `month` (yyyy-MM), `week` (yyyy-Wnn), `day`, or `document`. */
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

/** What sums are asked for beyond their keys. */
interface SumsAsked {
  readonly ordering?: Ordering
  /** Only rows in which one of these measures is not 0. */
  readonly having?: readonly string[]
}

/** The sums of the facts that count, by keys; the order is by a measure, then by the keys. */
export async function sumsBy(db: Db, filter: FactFilter, keys: readonly Key[],
  { ordering, having }: SumsAsked = {}): Promise<{ readonly rows: readonly SumRow[]; readonly total: number }> {
  const measures = summedMeasures(filter.page)
  const names = keys.map((_, index) => sql.ref(`key_${index}`))
  const byKeys = names.length > 0 ? sql`group by ${sql.join(names)}` : sql``
  const figures = measures.map(([key, measure], index) => sql`${figureOf(measure, sql.ref(`m_${index}`))} as ${sql.ref(key)}`)
  const told = having && having.length > 0 ? sql`where ${sql.join(having.map((key) => sql`${sql.ref(key)} <> 0`), sql` or `)}` : sql``
  const { rows } = await sql<Record<string, string | null>>`
    with net as (${netFacts(filter, keys)}), grouped as (
      select ${sql.join([...names, ...figures, sql`max(last_day) as last_day`])} from net ${byKeys}
    )
    select *, count(*) over () as row_count from grouped ${told} ${ordering ? ordered(ordering, names) : sql``}`.execute(db)
  return { rows: rows.map((row) => sumRow(row, keys, measures)), total: Number(rows[0]?.['row_count'] ?? 0) }
}

function figureOf({ unit, isMedian }: Measure, column: RawBuilder<unknown>): RawBuilder<unknown> {
  if (unit === 'documents') return sql`count(distinct document) filter (where is_here)`
  return isMedian ? sql`percentile_cont(0.5) within group (order by ${column})` : sql`coalesce(sum(${column}), 0)`
}

/** What stands of each document by keys: what was taken back is gone. Entries of a register stand as they are. */
function netFacts(filter: FactFilter, keys: readonly Key[]): RawBuilder<unknown> {
  const sums = summedMeasures(filter.page).flatMap(([key, measure], index) =>
    measure.unit === 'documents' ? [] : [sql`sum(${valueOf(filter, measure.sums ?? key)}) filter (where ${daysOf(filter, measure)}) as ${sql.ref(`m_${index}`)}`]
  )
  const columns = keys.map((key, index) => sql`${keyColumn(filter, key)} as ${sql.ref(`key_${index}`)}`)
  const { register } = filter
  const from = register ? sql`(${register.rows({ ...widest(filter), before: filter.before })}) entry` : sql`statistics_fact`
  return sql`select ${sql.join([sql`document`, sql`max(day) as last_day`, sql`bool_or(${daysOf(filter, {})}) as is_here`, ...columns, ...sums])} from ${from} where ${
    counting(filter)
  }
    group by ${sql.join([sql`document`, ...keys.map((_, index) => sql.ref(`key_${index}`))])} ${register ? sql`` : sql`having sum(sign) > 0`}`
}

const valueOf = ({ register }: FactFilter, key: string) => (register ? sql.ref(key) : sql`sign * (measures ->> ${sql.lit(key)})::numeric`)

/** The days that a measure counts. */
function daysOf({ from, to }: Pick<FactFilter, 'from' | 'to'>, { over }: Pick<Measure, 'over'>): RawBuilder<boolean> {
  const year = to.slice(0, 4)
  if (over === undefined) return sql`day between ${from}::date and ${to}::date`
  return sql`day between ${`${year}-01-01`}::date and ${over === 'year' ? `${year}-12-31` : to}::date`
}

/** The days that any measure of the page counts. */
function widest({ page, from, to }: Pick<FactFilter, 'page' | 'from' | 'to'>): { readonly from: string; readonly to: string } {
  const overs = new Set(Object.values(page.measures).map(({ over }) => over))
  const first = `${to.slice(0, 4)}-01-01`
  const isWider = overs.has('year') || overs.has('yearToDate')
  return { from: isWider && first < from ? first : from, to: overs.has('year') ? `${to.slice(0, 4)}-12-31` : to }
}

/** The condition on facts that every figure, drawer and workbook starts from. */
function counting(filter: FactFilter): RawBuilder<unknown> {
  const { page, before, scope, person, departments, filters, register } = filter
  const { from, to } = widest(filter)
  const conditions = [
    ...(register ? [] : [sql`page = ${page.key}`, sql`at < ${before}`]),
    sql`day between ${from}::date and ${to}::date`,
    ...(scope === 'all' ? [] : [sql`(department = any(${[...scope]}::text[]) or person = ${person})`]),
    ...(departments === undefined ? [] : [sql`department = any(${[...departments]}::text[])`]),
    ...Object.entries(filters).map(([key, values]) => sql`${keyColumn(filter, key)} = any(${[...values]}::text[])`),
  ]
  return sql.join(conditions, sql` and `)
}

const times: Readonly<Record<string, string>> = { month: 'YYYY-MM', week: 'IYYY-"W"IW', day: 'YYYY-MM-DD' }

function keyColumn({ register }: Pick<FactFilter, 'register'>, key: Key): RawBuilder<unknown> {
  const time = times[key]
  if (time !== undefined) return sql`to_char(day, ${sql.lit(time)})`
  if (key === 'department' || key === 'person') return sql`coalesce(${sql.ref(key)}, '')`
  if (key === 'document') return sql.ref(key)
  return register ? sql`coalesce(${sql.ref(key)}::text, '')` : sql`coalesce(dimensions ->> ${sql.lit(key)}, '')`
}

/** Measures that are counted from facts. */
const summedMeasures = ({ measures }: StatisticsPage): readonly (readonly [key: string, measure: Measure])[] => Object.entries(measures).filter(([, { of }]) => of === undefined)

const ordered = ({ by, order, limit, offset }: Ordering, names: readonly RawBuilder<unknown>[]): RawBuilder<unknown> =>
  sql`order by ${sql.join([sql`${sql.ref(by)} ${order === 'asc' ? sql`asc` : sql`desc`}`, ...names])} limit ${limit} offset ${offset}`

const sumRow = (row: Readonly<Record<string, string | null>>, keys: readonly Key[], measures: ReturnType<typeof summedMeasures>): SumRow => ({
  keys: Object.fromEntries(keys.map((key, index) => [key, row[`key_${index}`] ?? ''])),
  sums: Object.fromEntries(measures.map(([key]) => [key, new Decimal(row[key] ?? 0)])),
})

/** Sums of several rows as one; documents of several rows are counted once for each. */
export function added(rows: readonly Sums[]): Sums {
  const all: Record<string, Decimal> = {}
  for (const row of rows) for (const [key, figure] of Object.entries(row)) all[key] = figure.plus(all[key] ?? 0)
  return all
}
