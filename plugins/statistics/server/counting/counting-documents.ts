import { type RawBuilder, sql } from 'kysely'
import { type CountedMeasure, counting, factsOfDocuments, groupedBy, keyColumn, keyNames } from './counting.ts'
import type { FactFilter, SumKey } from '../fact-filter.ts'
import type { DayRange } from '../periods.ts'

interface BesideDays {
  /** Of the whole period. */
  readonly filter: FactFilter
  readonly days: readonly DayRange[]
  /** Days whose documents are counted already. */
  readonly common: DayRange | undefined
  /** A document counts once in each of its departments. */
  readonly isByDepartment: boolean
}

/** Documents of some days that do not stand in the same row on other days: a query with a column for each key and measure. */
export function documentsBeside({ filter, days, common, isByDepartment }: BesideDays, keys: readonly SumKey[],
  documents: readonly CountedMeasure[]): RawBuilder<unknown> {
  const names = keyNames(keys)
  const rows = [sql`document`, ...names, ...(isByDepartment ? [sql`department`] : [])]
  const found = sql.join(days.map((each) => sql`select document as id from statistics_fact where ${counting({ ...filter, ...each })}`),
    sql` union `)
  const isIn = (periods: readonly DayRange[]) =>
    sql.join([sql`false`, ...periods.map(({ from, to }) => sql`day between ${from}::date and ${to}::date`)], sql` or `)
  const stands = (periods: readonly DayRange[]) => sql`coalesce(sum(sign) filter (where ${isIn(periods)}), 0) > 0`
  const others = common ? [common] : []
  const spans = [...days, ...others]
  const all = { from: spans.map(({ from }) => from).toSorted()[0] ?? filter.from,
    to: spans.map(({ to }) => to).toSorted().at(-1) ?? filter.to }
  return sql`select ${
    sql.join([...names, ...documents.map(([key]) => sql`count(*) as ${sql.ref(key)}`), sql`null::bigint as fact_count`])
  } from (
    select ${sql.join([...columnsOf(filter, keys), sql`document`])} from (${factsOfDocuments(found)}) said
    where ${counting({ ...filter, ...all })} and (${isIn(spans)}) group by ${sql.join(rows)}
    having ${stands(days)} and not ${stands(others)}) beside ${groupedBy(names)} having count(*) > 0`
}

/**
 * Counts the times that documents are counted too often where they count once in each department that is seen, and once where they are the
 * caller's own outside of these: a query with a column for each key and measure. Only documents of several departments are looked at; under
 * filters, those that are seen in more than one place without them, because these are known from the index alone.
 */
export function repeatedDocuments(filter: FactFilter, keys: readonly SumKey[], documents: readonly CountedMeasure[]): RawBuilder<unknown> {
  const names = keyNames(keys)
  const place = filter.scope === 'all'
    ? sql`department`
    : sql`case when department = any(${[...filter.scope]}::text[]) then department else '' end`
  const isNarrowed = Object.keys(filter.filters).length > 0
  return sql`select ${
    sql.join([...names, ...documents.map(([key]) => sql`sum(places - 1) as ${sql.ref(key)}`), sql`null::bigint as fact_count`])
  } from (
    select ${sql.join([...names, sql`count(*) as places`])} from (
      select ${sql.join([...columnsOf(filter, keys), sql`document`])} from ${
    isNarrowed ? seenInSeveral(filter, place) : sql`statistics_spread_fact`
  } where ${counting(filter)}
      group by ${sql.join([sql`document`, ...names, place])} having sum(sign) > 0) current_fact
    group by ${sql.join([sql`document`, ...names])} having count(*) > 1) repeated ${groupedBy(names)} having count(*) > 0`
}

/** The facts of documents that stand in more than one place; `offset 0` makes the planner find them by the document. */
const seenInSeveral = (filter: FactFilter, place: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select fact.* from (select document from statistics_spread_fact where ${
    counting({ ...filter, filters: {} })
  } group by document having count(distinct ${place}) > 1) several
    cross join lateral (select * from statistics_spread_fact
      where statistics_spread_fact.document = several.document offset 0) fact) spread`

const columnsOf = (filter: FactFilter, keys: readonly SumKey[]) =>
  keys.map((key, index) => sql`${keyColumn(filter, key)} as ${sql.ref(`key_${index}`)}`)
