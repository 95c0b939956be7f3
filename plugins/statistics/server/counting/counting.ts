import { type RawBuilder, sql } from 'kysely'
import type { Measure } from '#kernel/statistics.ts'
import type { FactFilter, SumKey } from '../fact-filter.ts'

/** A measure that is counted and not derived, by its key. */
export type CountedMeasure = readonly [key: string, measure: Measure]

/** The names of the key columns of a query. */
export const keyNames = (keys: readonly SumKey[]): readonly RawBuilder<unknown>[] => keys.map((_, index) => sql.ref(`key_${index}`))

/** `group by` these columns, where there are any. */
export const groupedBy = (
  columns: readonly RawBuilder<unknown>[],
): RawBuilder<unknown> => (columns.length > 0 ? sql`group by ${sql.join(columns)}` : sql``)

/** Sums of facts, or of a register's entries, by keys: a query with a column for each key and measure, and `last_day`. */
export function countedSums(filter: FactFilter, keys: readonly SumKey[], measures: readonly CountedMeasure[]): RawBuilder<unknown> {
  const countsDocuments = measures.some(([, { unit }]) => unit === 'documents')
  return filter.register || countsDocuments ? netSums(filter, keys, measures) : plainSums(filter, keys, measures)
}

/** Facts that were taken back add up to nothing, whichever document they are of. */
function plainSums(filter: FactFilter, keys: readonly SumKey[], measures: readonly CountedMeasure[]): RawBuilder<unknown> {
  const columns = keys.map((key, index) => sql`${keyColumn(filter, key)} as ${sql.ref(`key_${index}`)}`)
  const figures = measures.map(([key, measure]) =>
    sql`coalesce(sum(${valueOf(filter, measure.sums ?? key)}) filter (where ${daysOf(filter, measure)}), 0) as ${sql.ref(key)}`
  )
  return sql`select ${sql.join([...columns, ...figures, sql`max(day) as last_day`, sql`sum(sign) as fact_count`])} from ${
    factsIn(filter)
  } where ${counting(filter)} ${groupedBy(keyNames(keys))} having sum(sign) > 0`
}

/** The facts that are looked through: all, or those of the documents that are new since a day. */
const factsIn = ({ newSince, ...filter }: FactFilter): RawBuilder<unknown> =>
  newSince === undefined
    ? sql`statistics_fact`
    : sql`(${
      factsOfDocuments(sql`select distinct document as id from statistics_fact where ${counting({ ...filter, from: newSince })}`)
    }) said`

/** The facts of documents: `offset 0` makes the planner find them by the document. */
export const factsOfDocuments = (documents: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`select fact.* from (${documents}) late
    cross join lateral (select * from statistics_fact where statistics_fact.document = late.id offset 0) fact`

function netSums(filter: FactFilter, keys: readonly SumKey[], measures: readonly CountedMeasure[]): RawBuilder<unknown> {
  const names = keyNames(keys)
  const parts = partsSeen(filter).map((part) => netFacts(part, keys, measures))
  const documents = parts.length > 1 ? sql`distinct document collate "C"` : sql`*`
  const figures = measures.map(([key, measure], index) => sql`${figureOf(measure, sql.ref(`m_${index}`), documents)} as ${sql.ref(key)}`)
  return sql`select ${sql.join([...names, ...figures, sql`max(last_day) as last_day`, sql`count(*) as fact_count`])} from (${
    sql.join(parts, sql` union all `)
  }) net ${groupedBy(names)} having count(*) > 0`
}

/** The day on which the last so many facts begin: a query without a row where there are fewer. */
export const dayOfLastFacts = (filter: FactFilter, facts: number): RawBuilder<unknown> =>
  sql`select to_char(day, 'YYYY-MM-DD') as day from statistics_fact where ${
    counting(filter)
  } order by statistics_fact.day desc offset ${facts} limit 1`

/** Facts of the departments that a caller sees, and their own beside these: each is found by an index of its own. */
function partsSeen(filter: FactFilter): readonly FactFilter[] {
  const { scope, register, seen: already } = filter
  if (scope === 'all' || register || already) return [filter]
  return [{ ...filter, seen: 'departments' }, { ...filter, seen: 'own' }]
}

/** A document stands in a part once for each row. */
function figureOf({ unit, isUnknownWithout }: Measure, column: RawBuilder<unknown>, documents: RawBuilder<unknown>): RawBuilder<unknown> {
  if (unit === 'documents') return sql`count(${documents}) filter (where is_here)`
  return isUnknownWithout ? sql`sum(${column})` : sql`coalesce(sum(${column}), 0)`
}

/** The standing facts of each document by keys, without those that were taken back. Entries of a register stand as they are. */
function netFacts(filter: FactFilter, keys: readonly SumKey[], measures: readonly CountedMeasure[]): RawBuilder<unknown> {
  const sums = measures.flatMap(([key, measure], index) =>
    measure.unit === 'documents'
      ? []
      : [sql`sum(${valueOf(filter, measure.sums ?? key)}) filter (where ${daysOf(filter, measure)}) as ${sql.ref(`m_${index}`)}`]
  )
  const columns = keys.map((key, index) => sql`${keyColumn(filter, key)} as ${sql.ref(`key_${index}`)}`)
  const { register } = filter
  const from = register
    ? sql`(${register.rows({ ...widest(filter), before: filter.before, measures: measures.map(([key, { sums }]) => sums ?? key) })}) entry`
    : factsIn(filter)
  return sql`select ${
    sql.join([sql`document`, sql`max(day) as last_day`, sql`bool_or(${daysOf(filter, {})}) as is_here`, ...columns, ...sums])
  } from ${from} where ${counting(filter)}
    group by ${sql.join([sql`document`, ...keyNames(keys)])} ${register ? sql`` : sql`having sum(sign) > 0`}`
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
export function counting(filter: FactFilter): RawBuilder<unknown> {
  const { page, before, departments, documents, rows, filters, register } = filter
  const { from, to } = widest(filter)
  const conditions = [
    ...(register ? [] : [sql`page = ${page.key}`, sql`at < ${before}`]),
    sql`day between ${from}::date and ${to}::date`,
    ...seen(filter),
    ...(departments === undefined ? [] : [sql`department = any(${[...departments]}::text[])`]),
    ...(documents === undefined ? [] : [sql`document = any(${[...documents]}::text[])`]),
    ...Object.entries(filters).map(([key, values]) => sql`${keyColumn(filter, key)} = any(${[...values]}::text[])`),
    ...(rows === undefined ? [] : [isAmong(rows, (key) => keyColumn(filter, key))]),
  ]
  return sql.join(conditions, sql` and `)
}

/** The condition that a row is one of these; there is at least one. */
export function isAmong(rows: NonNullable<FactFilter['rows']>, columnOf: (key: SumKey) => RawBuilder<unknown>): RawBuilder<unknown> {
  const keys = Object.keys(rows[0] ?? {})
  const values = rows.map((row) => sql`(${sql.join(keys.map((key) => sql`${row[key]}::text`))})`)
  return sql`(${sql.join(keys.map(columnOf))}) in (${sql.join(values)})`
}

/** The condition of a caller’s scope: their departments, and their own facts. */
function seen({ scope, person, seen: only }: FactFilter): readonly RawBuilder<unknown>[] {
  if (scope === 'all') return []
  const departments = sql`${[...scope]}::text[]`
  if (only === 'departments') return [sql`department = any(${departments})`]
  return only === 'own'
    ? [sql`person = ${person}`, sql`department <> all(${departments})`]
    : [sql`(department = any(${departments}) or person = ${person})`]
}

const times: Readonly<Record<string, string>> = { month: 'YYYY-MM', week: 'IYYY-"W"IW', day: 'YYYY-MM-DD' }

/** A day as a value of a time key; undefined for other keys. */
export function timeOf(key: SumKey): RawBuilder<unknown> | undefined {
  const time = times[key]
  return time === undefined ? undefined : sql`to_char(day, ${sql.lit(time)})`
}

/** The column or expression by which facts are grouped under a key. */
export function keyColumn({ register }: Pick<FactFilter, 'register'>, key: SumKey): RawBuilder<unknown> {
  const time = timeOf(key)
  if (time !== undefined) return time
  if (key === 'document') return sql.ref(key)
  if (register) return sql`coalesce(${sql.ref(key)}::text, '')`
  return key === 'department' || key === 'person' ? sql.ref(key) : sql`coalesce(dimensions ->> ${sql.lit(key)}, '')`
}
