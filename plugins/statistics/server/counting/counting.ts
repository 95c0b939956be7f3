import { type RawBuilder, sql } from 'kysely'
import type { Measure } from '#plugins/statistics/statistics-page.ts'
import type { FactFilter, SumKey } from '../counted-page.ts'

/** A measure that is counted from facts, not derived, with its key. */
export type CountedMeasure = readonly [key: string, measure: Measure]

/** Column names of the keys in a query. */
export const keyNames = (keys: readonly SumKey[]): readonly RawBuilder<unknown>[] => keys.map((_, index) => sql.ref(`key_${index}`))

/** The `group by` clause for these columns; empty without columns. */
export const groupedBy = (
  columns: readonly RawBuilder<unknown>[],
): RawBuilder<unknown> => (columns.length > 0 ? sql`group by ${sql.join(columns)}` : sql``)

/** Query for sums of facts or register entries by keys: a column per key and measure, and `last_day`. */
export function countedSums(filter: FactFilter, keys: readonly SumKey[], measures: readonly CountedMeasure[]): RawBuilder<unknown> {
  const countsDocuments = measures.some(([, { unit }]) => unit === 'documents')
  return filter.register || countsDocuments ? netSums(filter, keys, measures) : plainSums(filter, keys, measures)
}

/** Sums of facts without netting by document: a reversed fact cancels out by its sign. */
function plainSums(filter: FactFilter, keys: readonly SumKey[], measures: readonly CountedMeasure[]): RawBuilder<unknown> {
  const columns = keys.map((key, index) => sql`${keyColumn(filter, key)} as ${sql.ref(`key_${index}`)}`)
  const figures = measures.map(([key, measure]) =>
    sql`coalesce(sum(${valueOf(filter, measure.sums ?? key)}) filter (where ${daysOf(filter, measure)}), 0) as ${sql.ref(key)}`
  )
  return sql`select ${sql.join([...columns, ...figures, sql`max(day) as last_day`, sql`sum(sign) as fact_count`])} from ${
    factsIn(filter)
  } where ${counting(filter)} ${groupedBy(keyNames(keys))} having sum(sign) > 0`
}

/** The facts to sum: all, or those of documents with a fact since a given day. */
const factsIn = ({ newSince, ...filter }: FactFilter): RawBuilder<unknown> =>
  newSince === undefined
    ? sql`statistics_fact`
    : sql`(${
      factsOfDocuments(sql`select distinct document as id from statistics_fact where ${counting({ ...filter, from: newSince })}`)
    }) said`

/** Facts of documents; `offset 0` makes the planner look them up by document. */
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

/** Query for the day of the n-th most recent fact; no row if there are fewer facts. */
export const dayOfLastFacts = (filter: FactFilter, facts: number): RawBuilder<unknown> =>
  sql`select to_char(day, 'YYYY-MM-DD') as day from statistics_fact where ${
    counting(filter)
  } order by statistics_fact.day desc offset ${facts} limit 1`

/** Splits a scope into facts of visible departments and the caller's own facts, so that each part can use its own index. */
function partsSeen(filter: FactFilter): readonly FactFilter[] {
  const { scope, register, seen: already } = filter
  if (scope === 'all' || register || already) return [filter]
  return [{ ...filter, seen: 'departments' }, { ...filter, seen: 'own' }]
}

/** Aggregate of a measure; documents are counted by rows, since each document has one row per group. */
function figureOf({ unit, isUnknownWithout }: Measure, column: RawBuilder<unknown>, documents: RawBuilder<unknown>): RawBuilder<unknown> {
  if (unit === 'documents') return sql`count(${documents}) filter (where is_here)`
  return isUnknownWithout ? sql`sum(${column})` : sql`coalesce(sum(${column}), 0)`
}

/** Facts per document and key after cancelling reversed ones. Register entries are not reversed and are used as they are. */
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

/** The condition on `day` for a measure: the period, or the year so far or in full. */
function daysOf({ from, to }: Pick<FactFilter, 'from' | 'to'>, { over }: Pick<Measure, 'over'>): RawBuilder<boolean> {
  const year = to.slice(0, 4)
  if (over === undefined) return sql`day between ${from}::date and ${to}::date`
  return sql`day between ${`${year}-01-01`}::date and ${over === 'year' ? `${year}-12-31` : to}::date`
}

/** The period that covers the days of all measures of the page. */
function widest({ page, from, to }: Pick<FactFilter, 'page' | 'from' | 'to'>): { readonly from: string; readonly to: string } {
  const overs = new Set(Object.values(page.measures).map(({ over }) => over))
  const first = `${to.slice(0, 4)}-01-01`
  const isWider = overs.has('year') || overs.has('yearToDate')
  return { from: isWider && first < from ? first : from, to: overs.has('year') ? `${to.slice(0, 4)}-12-31` : to }
}

/** The where-condition on facts shared by all figures, drawers and workbooks. */
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

/** The condition that a row is one of these; `rows` must not be empty. */
export function isAmong(rows: NonNullable<FactFilter['rows']>, columnOf: (key: SumKey) => RawBuilder<unknown>): RawBuilder<unknown> {
  const keys = Object.keys(rows[0] ?? {})
  const values = rows.map((row) => sql`(${sql.join(keys.map((key) => sql`${row[key]}::text`))})`)
  return sql`(${sql.join(keys.map(columnOf))}) in (${sql.join(values)})`
}

/** The condition for a caller’s scope: visible departments, and the caller's own facts. */
function seen({ scope, person, seen: only }: FactFilter): readonly RawBuilder<unknown>[] {
  if (scope === 'all') return []
  const departments = sql`${[...scope]}::text[]`
  if (only === 'departments') return [sql`department = any(${departments})`]
  return only === 'own'
    ? [sql`person = ${person}`, sql`department <> all(${departments})`]
    : [sql`(department = any(${departments}) or person = ${person})`]
}

const times: Readonly<Record<string, string>> = { month: 'YYYY-MM', week: 'IYYY-"W"IW', day: 'YYYY-MM-DD' }

/** `day` as a value of a time key; undefined for other keys. */
export function timeOf(key: SumKey): RawBuilder<unknown> | undefined {
  const time = times[key]
  return time === undefined ? undefined : sql`to_char(day, ${sql.lit(time)})`
}

/** The column or expression to group by for a key. */
export function keyColumn({ register }: Pick<FactFilter, 'register'>, key: SumKey): RawBuilder<unknown> {
  const time = timeOf(key)
  if (time !== undefined) return time
  if (key === 'document') return sql.ref(key)
  if (register) return sql`coalesce(${sql.ref(key)}::text, '')`
  return key === 'department' || key === 'person' ? sql.ref(key) : sql`coalesce(dimensions ->> ${sql.lit(key)}, '')`
}
