import { type RawBuilder, sql } from 'kysely'
import type { Measure } from '#kernel/statistics.ts'
import type { FactFilter, Key } from './fact-filter.ts'

/** A measure that is counted and not derived, by its key. */
export type Counted = readonly [key: string, measure: Measure]

/** The names of the key columns of a query. */
export const keyNames = (keys: readonly Key[]): readonly RawBuilder<unknown>[] => keys.map((_, index) => sql.ref(`key_${index}`))

/** `group by` these columns, where there are any. */
export const groupedBy = (columns: readonly RawBuilder<unknown>[]): RawBuilder<unknown> => (columns.length > 0 ? sql`group by ${sql.join(columns)}` : sql``)

/** Sums of facts, or of a register's entries, by keys: a query with a column for each key and measure, and `last_day`. */
export function countedSums(filter: FactFilter, keys: readonly Key[], measures: readonly Counted[]): RawBuilder<unknown> {
  const countsDocuments = measures.some(([, { unit }]) => unit === 'documents')
  return filter.register || countsDocuments ? netSums(filter, keys, measures) : plainSums(filter, keys, measures)
}

/** Facts that were taken back add up to nothing, whichever document they are of. */
function plainSums(filter: FactFilter, keys: readonly Key[], measures: readonly Counted[]): RawBuilder<unknown> {
  const columns = keys.map((key, index) => sql`${keyColumn(filter, key)} as ${sql.ref(`key_${index}`)}`)
  const figures = measures.map(([key, measure]) => sql`coalesce(sum(${valueOf(filter, measure.sums ?? key)}) filter (where ${daysOf(filter, measure)}), 0) as ${sql.ref(key)}`)
  return sql`select ${sql.join([...columns, ...figures, sql`max(day) as last_day`])} from statistics_fact where ${counting(filter)} ${
    groupedBy(keyNames(keys))
  } having sum(sign) > 0`
}

function netSums(filter: FactFilter, keys: readonly Key[], measures: readonly Counted[]): RawBuilder<unknown> {
  const names = keyNames(keys)
  const parts = partsSeen(filter).map((part) => netFacts(part, keys, measures))
  const documents = parts.length > 1 ? sql`distinct document collate "C"` : sql`*`
  const figures = measures.map(([key, measure], index) => sql`${figureOf(measure, sql.ref(`m_${index}`), documents)} as ${sql.ref(key)}`)
  return sql`select ${sql.join([...names, ...figures, sql`max(last_day) as last_day`])} from (${sql.join(parts, sql` union all `)}) net ${groupedBy(names)} having count(*) > 0`
}

interface LaterDays {
  readonly days: FactFilter
  /** The first day of the period that the days belong to. */
  readonly since: string
}

/**
 * Documents of the last days of a period that did not stand in the same row before them: a query with a column for each key and measure.
 * `offset 0` makes the planner find what else a document says by the document.
 */
export function laterDocuments({ days, since }: LaterDays, keys: readonly Key[], documents: readonly Counted[]): RawBuilder<unknown> {
  const names = keyNames(keys)
  const columns = keys.map((key, index) => sql`${keyColumn(days, key)} as ${sql.ref(`key_${index}`)}`)
  const signs = (condition: RawBuilder<unknown>) => sql`coalesce(sum(sign) filter (where ${condition}), 0)`
  return sql`select ${sql.join([...names, ...documents.map(([key]) => sql`count(*) as ${sql.ref(key)}`)])} from (
    select ${sql.join([...columns, sql`document`])} from (
      select fact.* from (select distinct document as id from statistics_fact where ${counting(days)}) late
      cross join lateral (select * from statistics_fact where statistics_fact.document = late.id offset 0) fact) said
    where ${counting({ ...days, from: since })} group by ${sql.join([sql`document`, ...names])}
    having ${signs(sql`day >= ${days.from}::date`)} > 0 and ${signs(sql`day < ${days.from}::date`)} <= 0) later ${groupedBy(names)} having count(*) > 0`
}

/** Facts of the departments that a caller sees, and their own beside these: each is found by an index of its own. */
function partsSeen(filter: FactFilter): readonly FactFilter[] {
  const { scope, register, seen: already } = filter
  if (scope === 'all' || register || already) return [filter]
  return [{ ...filter, seen: 'departments' }, { ...filter, seen: 'own' }]
}

/** A document stands in a part once for each row. */
function figureOf({ unit, isMedian }: Measure, column: RawBuilder<unknown>, documents: RawBuilder<unknown>): RawBuilder<unknown> {
  if (unit === 'documents') return sql`count(${documents}) filter (where is_here)`
  return isMedian ? sql`percentile_cont(0.5) within group (order by ${column})` : sql`coalesce(sum(${column}), 0)`
}

/** What stands of each document by keys: what was taken back is gone. Entries of a register stand as they are. */
function netFacts(filter: FactFilter, keys: readonly Key[], measures: readonly Counted[]): RawBuilder<unknown> {
  const sums = measures.flatMap(([key, measure], index) =>
    measure.unit === 'documents' ? [] : [sql`sum(${valueOf(filter, measure.sums ?? key)}) filter (where ${daysOf(filter, measure)}) as ${sql.ref(`m_${index}`)}`]
  )
  const columns = keys.map((key, index) => sql`${keyColumn(filter, key)} as ${sql.ref(`key_${index}`)}`)
  const { register } = filter
  const from = register ? sql`(${register.rows({ ...widest(filter), before: filter.before })}) entry` : sql`statistics_fact`
  return sql`select ${sql.join([sql`document`, sql`max(day) as last_day`, sql`bool_or(${daysOf(filter, {})}) as is_here`, ...columns, ...sums])} from ${from} where ${
    counting(filter)
  }
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
function counting(filter: FactFilter): RawBuilder<unknown> {
  const { page, before, departments, documents, filters, register } = filter
  const { from, to } = widest(filter)
  const conditions = [
    ...(register ? [] : [sql`page = ${page.key}`, sql`at < ${before}`]),
    sql`day between ${from}::date and ${to}::date`,
    ...seen(filter),
    ...(departments === undefined ? [] : [sql`department = any(${[...departments]}::text[])`]),
    ...(documents === undefined ? [] : [sql`document = any(${[...documents]}::text[])`]),
    ...Object.entries(filters).map(([key, values]) => sql`${keyColumn(filter, key)} = any(${[...values]}::text[])`),
  ]
  return sql.join(conditions, sql` and `)
}

/** What a caller sees: departments, and what is their own. */
function seen({ scope, person, seen: only }: FactFilter): readonly RawBuilder<unknown>[] {
  if (scope === 'all') return []
  const departments = sql`${[...scope]}::text[]`
  if (only === 'departments') return [sql`department = any(${departments})`]
  return only === 'own' ? [sql`person = ${person}`, sql`department <> all(${departments})`] : [sql`(department = any(${departments}) or person = ${person})`]
}

const times: Readonly<Record<string, string>> = { month: 'YYYY-MM', week: 'IYYY-"W"IW', day: 'YYYY-MM-DD' }

/** A day as a value of a time key; undefined for other keys. */
export function timeOf(key: Key): RawBuilder<unknown> | undefined {
  const time = times[key]
  return time === undefined ? undefined : sql`to_char(day, ${sql.lit(time)})`
}

function keyColumn({ register }: Pick<FactFilter, 'register'>, key: Key): RawBuilder<unknown> {
  const time = timeOf(key)
  if (time !== undefined) return time
  if (key === 'document') return sql.ref(key)
  if (register) return sql`coalesce(${sql.ref(key)}::text, '')`
  return key === 'department' || key === 'person' ? sql.ref(key) : sql`coalesce(dimensions ->> ${sql.lit(key)}, '')`
}
