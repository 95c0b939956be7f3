import { createHash } from 'node:crypto'
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { runText } from '#server/database/statements/text-statements.ts'
import type { Db } from '#server/database/tables.ts'
import { folded } from '#server/identity/organisation/search-text.ts'
import type { ResourceColumn } from './columns.ts'
import { hanPairs, pairsOf } from './lists/han-pairs.ts'

/** A cached number of rows for a condition, at a version of the table. */
interface KnownTotal {
  readonly version: string
  readonly total: number
}

const most = 1000

/** One cache per database connection pool; a transaction, whose changes may be rolled back, has its own until it ends. */
const memories = new WeakMap<Db, Map<string, KnownTotal>>()

/**
 * Cached totals. A total is exact as long as its table has the same version: the change log is insert-only, so that two snapshots with
 * the same sum see the same rows.
 */
function knownTotals(db: Db) {
  const memory = memories.get(db) ?? new Map<string, KnownTotal>()
  memories.set(db, memory)
  return {
    of: (key: string): KnownTotal | undefined => memory.get(key),
    /** Caches a total, evicting the oldest at the limit. */
    keep(key: string, known: KnownTotal): void {
      memory.delete(key)
      memory.set(key, known)
      if (memory.size > most) memory.delete(memory.keys().next().value!)
    },
  }
}

/** A short key for a statement with its parameters. */
const totalKey = ({ sql, parameters }: { readonly sql: string; readonly parameters: readonly unknown[] }): string =>
  createHash('sha256').update(sql).update(JSON.stringify(parameters)).digest('base64')

/** A condition on the table of a statement. */
export type Condition = RawBuilder<SqlBool>

/** Selection of rows. Names come only from declarations and the frozen column maps; values are always parameters. */
export interface RecordSelection {
  readonly table: string
  readonly columns: readonly ResourceColumn[]
  readonly where: readonly Condition[]
  readonly order?: readonly { readonly column: ResourceColumn; readonly descending: boolean }[]
  readonly limit?: number
  readonly offset?: number
  readonly lock?: boolean
}

export type StoredRow = Readonly<Record<string, unknown>>

/** Reads the rows of a selection, with locks if it demands them. */
export async function selectRows(db: Db, selection: RecordSelection): Promise<StoredRow[]> {
  const { rows } = await sql<StoredRow>`${selected(selection)} ${selection.lock ? sql`for update` : sql``}`.execute(db)
  return rows
}

/** Creates a function that reads rows by id, including deleted ones, in arbitrary order. */
export function rowsById({ table, columns }: Pick<RecordSelection, 'table' | 'columns'>) {
  const text = `select ${columns.map(({ name }) => `"${name}"`).join(', ')} from "${table}" where id = `
  return (db: Db, ids: readonly string[]): Promise<readonly StoredRow[]> =>
    ids.length === 1 ? runText(db, `${text}$1`, ids) : runText(db, `${text}any($1)`, [ids])
}

/**
 * A page of rows and the total, from one snapshot and in one round trip. Rows are not counted where the page is not full, or the total
 * for the current version of the table is cached.
 */
export async function selectPage(db: Db,
  selection: RecordSelection & { readonly limit: number; readonly offset: number }): Promise<{ rows: StoredRow[]; total: number }> {
  const { limit, offset, table } = selection
  const totals = knownTotals(db)
  const key = totalKey(counted(selection).compile(db))
  const known = totals.of(key)
  const { rows } = await sql<StoredRow>`
    with page as materialized (select sorted.*, row_number() over () as "#place" from (${selected(selection)}) sorted),
      log as materialized (select sum(changes)::text as version, (select count(*) from page) as shown from record_change
        where table_name = ${table})
    select page.*, log.version as "#version", case
      when log.shown < ${limit} then ${offset} + log.shown
      when log.version = ${known?.version ?? null} then ${known?.total ?? null}::bigint
      else (${counted(selection)}) end as "#total"
    from page cross join log order by "#place"`.execute(db)
  const [first] = rows
  if (!first) return { rows, total: offset === 0 ? 0 : await countRows(db, selection) }
  const total = Number(first['#total'])
  if (typeof first['#version'] === 'string') totals.keep(key, { version: first['#version'], total })
  return { rows, total }
}

async function countRows(db: Db, selection: Pick<RecordSelection, 'table' | 'where'>): Promise<number> {
  const { rows } = await sql<{ count: string }>`${counted(selection)}`.execute(db)
  return Number(rows[0]?.count ?? 0)
}

/**
 * Counts rows. Where two alternatives are the only condition, each is counted by its own index: the first, and the second without the
 * first. Otherwise one scan is enough.
 */
function counted({ table, where }: Pick<RecordSelection, 'table' | 'where'>) {
  const always = where.filter((condition) => condition === live)
  const [narrowing, ...others] = where.filter((condition) => condition !== live)
  const parts = (narrowing && others.length === 0 && alternatives.get(narrowing)) || [all(where)]
  const counts = parts.map((part, place) =>
    sql`(select count(*) from ${sql.table(table)} where ${all([...always, part, ...parts.slice(0, place).map(isNot)])})`
  )
  return sql`select ${sql.join(counts, sql` + `)} as count`
}

const isNot = (condition: Condition): Condition => sql`(${condition}) is not true`

const selected = ({ table, columns, where, order, limit, offset }: RecordSelection) =>
  sql`
  select ${sql.join(columns.map(({ name }) => sql.ref(name)))} from ${sql.table(table)} where ${all(where)} ${
    order ? ordered(order) : sql``
  }
  ${limit === undefined ? sql`` : sql`limit ${limit}`} ${offset ? sql`offset ${offset}` : sql``}`

/** Inserts a row. */
export async function insertRow(db: Db, table: string, values: StoredRow): Promise<void> {
  const names = Object.keys(values)
  await sql`insert into ${sql.table(table)} (${sql.join(names.map((name) => sql.ref(name)))}) values (${sql.join(Object.values(values))})`
    .execute(db)
}

/** Writes the given columns of the row, including `update_time`, and increments its version. */
export async function updateRow(db: Db, table: string, id: string, values: StoredRow & { readonly update_time: Date }): Promise<void> {
  const sets = Object.entries(values).map(([name, value]) => sql`${sql.ref(name)} = ${value}`)
  await sql`update ${sql.table(table)} set ${sql.join([...sets, sql`version = version + 1`])} where id = ${id}`
    .execute(db)
}

export const live: Condition = sql`del_flag = 0`

/** Compares with a single id directly: PostgreSQL estimates ten elements for an array parameter, and would not cache the plan. */
export const isOne = (ids: readonly string[]): Condition => (ids.length === 1 ? sql`id = ${ids[0]}` : sql`id = any(${ids})`)

/** Condition that a column has one of the values; for a list column, that it contains one of them. */
export const equals = (column: ResourceColumn, values: readonly unknown[]): Condition =>
  column.type === 'texts' ? overlaps(column, values) : sql`${sql.ref(column.name)} = any(${values})`

/** Condition on an inclusive range; null leaves a side open. A day includes all of its date-times in the company's time zone. */
export function between(column: ResourceColumn, from: unknown, to: unknown): Condition {
  if (column.type === 'timestamp') return momentsBetween(column, from, to)
  const type = sql.raw(column.type === 'integer' ? 'integer' : column.type === 'decimal' ? 'numeric' : 'date')
  return all([
    ...(from === null ? [] : [sql<SqlBool>`${sql.ref(column.name)} >= ${from}::${type}`]),
    ...(to === null ? [] : [sql<SqlBool>`${sql.ref(column.name)} <= ${to}::${type}`]),
  ])
}

/** Compares the stored values, so that an index can be used. */
function momentsBetween({ name }: ResourceColumn, from: unknown, to: unknown): Condition {
  return all([
    ...(from === null ? [] : [sql<SqlBool>`${sql.ref(name)} >= ${from}::timestamptz`]),
    ...(to === null
      ? []
      : [
        isDay(to) ? sql<SqlBool>`${sql.ref(name)} < (${to}::date + 1)::timestamptz` : sql<SqlBool>`${sql.ref(name)} <= ${to}::timestamptz`,
      ]),
  ])
}

const isDay = (bound: unknown): boolean => typeof bound === 'string' && bound.length === 10

/** Condition that any of the columns contains the text literally. */
export function contains(columns: readonly ResourceColumn[], text: string): Condition {
  const pattern = patternOf(text)
  // Chinese and digits have no case, and a case-sensitive comparison takes a third of the time.
  const like = sql.raw(text.toLowerCase() === text.toUpperCase() ? 'like' : 'ilike')
  return anyOf(columns.map(({ name }) => sql`${sql.ref(name)} ${like} ${pattern}`))
}

/**
 * Like `contains`, or the search text of the name contains the keyword, both without diacritics and middle dots. A Chinese keyword is
 * looked up by its pairs of characters, which have an index.
 */
export function matchesKeyword(columns: readonly ResourceColumn[], keyword: string): Condition {
  const plain = folded(keyword)
  // as typed: a middle dot separates two characters in every text except the search text, which contains these pairs as well
  const pairs = hanPairs(keyword)
  const isFolded = plain !== keyword.toLowerCase()
  const isSpelled = isFolded || pairs.length > 0 || /^[a-z0-9 ]+$/.test(plain)
  const found = anyOf([contains(columns, keyword), ...(isFolded ? [contains(columns, plain)] : []),
    ...(isSpelled ? [sql<SqlBool>`pinyin like ${patternOf(plain)}`] : [])])
  return pairs.length === 0 ? found : both(sql`${sql.raw(pairsOf(columns.map(({ name }) => name)))} @> ${pairs}::text[]`, found)
}

const patternOf = (text: string): string => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`

/** Condition that the row belongs to one of the departments; with `emptyMeansAll` also rows without departments. */
export function inDepartments(column: ResourceColumn, departments: readonly string[], emptyMeansAll: boolean): Condition {
  return anyOf([...(emptyMeansAll ? [isEmpty(column)] : []), equals(column, departments)])
}

/** Condition that the row has this value, or both have none; lists are compared regardless of order. */
export function isSame(column: ResourceColumn, value: unknown): Condition {
  if (column.type !== 'texts') return sql`${sql.ref(column.name)} is not distinct from ${value ?? null}`
  const list = Array.isArray(value) ? value : []
  return sql`(${sql.ref(column.name)} @> ${list}::text[] and ${sql.ref(column.name)} <@ ${list}::text[])`
}

const isEmpty = (
  { name, type }: ResourceColumn,
): Condition => (type === 'texts' ? sql`cardinality(${sql.ref(name)}) = 0` : sql`${sql.ref(name)} is null`)

/** Condition that the row's columns have one of these combinations; null equals null. */
export function isOneOf(columns: readonly ResourceColumn[], combinations: readonly (readonly (string | null)[])[]): Condition {
  const own = sql.join(columns.map(({ name }) => sql`coalesce(${sql.ref(name)}::text, '')`))
  const lists = sql.join(columns.map((_, place) => sql`${combinations.map((values) => values[place] ?? '')}::text[]`))
  return sql`(${own}) in (select * from unnest(${lists}))`
}

/** Condition that at least one of them holds. */
export const anyOf = (
  conditions: readonly Condition[],
): Condition => (conditions.length === 0 ? sql`false` : sql`(${sql.join(conditions, sql` or `)})`)

/** Condition that both hold. */
export const both = (one: Condition, other: Condition): Condition => sql`(${one} and ${other})`

/** Condition that one of them holds, or both; each is resolved by its own index. */
export function either(one: Condition, other: Condition): Condition {
  const condition = anyOf([one, other])
  alternatives.set(condition, [one, other])
  return condition
}

const alternatives = new WeakMap<Condition, readonly Condition[]>()

const overlaps = (column: ResourceColumn, values: readonly unknown[]): Condition => sql`${sql.ref(column.name)} && ${values}::text[]`

function all(conditions: readonly Condition[]): Condition {
  return conditions.length === 0 ? sql`true` : sql`(${sql.join(conditions, sql` and `)})`
}

/**
 * Orders by the given columns, and finally by id in the direction of the first, so that the order is total. Columns without nulls are
 * ordered without `nulls last`, to match their index.
 */
const ordered = (order: NonNullable<RecordSelection['order']>) =>
  sql`order by ${
    sql.join([
      ...order.map(({ column, descending }) =>
        sql`${sql.ref(column.name)} ${sql.raw(descending ? 'desc' : 'asc')} ${isNeverEmpty(column) ? sql`` : sql`nulls last`}`
      ),
      order[0]?.descending ? sql`id desc` : sql`id`,
    ])
  }`

/** Returns whether the column is never null, so that ordering needs no `nulls last`. */
export const isNeverEmpty = ({ field }: ResourceColumn): boolean => field === undefined || field.required === true
