import { type RawBuilder, sql } from 'kysely'
import { type CountedMeasure, groupedBy, isAmong, keyNames, timeOf } from '../counting/counting.ts'
import type { FactFilter, SumKey } from '../fact-filter.ts'
import { monthsOf } from '../periods.ts'
import { differences, documentCount, factCount } from './differences.ts'
import type { Grouping } from './groupings.ts'
import type { Span } from './months.ts'

interface FoldQuery {
  readonly filter: FactFilter
  readonly grouping: Grouping
  readonly keys: readonly SumKey[]
  readonly spans: readonly Span[]
}

/**
 * The rows of the fold that a question is about, with what is not folded yet as if it were. Figures are added up first and stand beside
 * each other then; at once where they come from one place and are few.
 */
export function foldedRows(query: FoldQuery, measures: readonly CountedMeasure[]): RawBuilder<unknown> {
  const { filter, grouping, keys } = query
  const names = measures.map(([key, { unit, sums }]) => (unit === 'documents' ? documentCount : (sums ?? key)))
  const measureNames = [...new Set([factCount, ...names])]
  const columnNames = keyNames(keys)
  const sumOf = (measure: string) => sql`coalesce(sum(figure) filter (where measure = ${measure}), 0)`
  const columns = keys.map((key, index) => sql`${timeOf(key) ?? valueIn(grouping, key)} as ${sql.ref(`key_${index}`)}`)
  const figures = [...measures.map(([key], index) => sql`${sumOf(names[index] ?? '')} as ${sql.ref(key)}`),
    sql`${sumOf(factCount)} as fact_count`]
  const conditions = sql.join([
    sql`measure = any(${measureNames}::text[])`,
    sql`earlier < greatest(${filter.from}::date, ${beginningOf(keys)})`,
    ...narrowing(filter, grouping),
  ], sql` and `)
  const sources = sourcesOf(query, measureNames)
  const [only] = sources
  if (only && sources.length === 1 && names.length < 2)
    return sql`select ${sql.join([...columns, ...figures])} from ${only} and ${conditions} ${groupedBy(columnNames)} having ${
      sumOf(factCount)
    } > 0`
  const added = sources.map((source) =>
    sql`select ${sql.join([...columns, sql`measure`, sql`sum(figure) as figure`])} from ${source} and ${conditions} ${
      groupedBy([...columnNames, sql`measure`])
    }`
  )
  return sql`select ${sql.join([...columnNames, ...figures])} from (${sql.join(added, sql` union all `)}) added ${
    groupedBy(columnNames)
  } having ${sumOf(factCount)} > 0`
}

/** The sources of rows of the fold, each with the condition of its times. */
function sourcesOf({ filter, grouping, spans }: FoldQuery, measures: readonly string[]): readonly RawBuilder<unknown>[] {
  const { page: { key: page }, before, isWholeFolded, rows } = filter
  const times = spans.map(({ span, from, to }) => sql`(span = ${span} and day between ${from}::date and ${to}::date)`)
  const isExact = rows !== undefined && grouping.dimensions.every((key) => key in (rows[0] ?? {}))
  const folded = isExact ?
    spans.map((span) => foundRows({ page, rows, grouping, span, measures })) :
    times.map((time) => sql`statistics_fold where page = ${page} and grouped_by = ${grouping.name} and ${time}`)
  if (isWholeFolded) return folded
  const documents = sql`select distinct document from statistics_unfolded where page = ${page} and at < ${before}`
  const unfolded = sql`(${differences({ page, groupings: [grouping], documents, facts: { unfoldedBefore: before } })}) unfolded where (${
    sql.join(times, sql` or `)
  })`
  return [...folded, unfolded]
}

interface FoundRows {
  readonly page: string
  readonly rows: NonNullable<FactFilter['rows']>
  readonly grouping: Grouping
  readonly span: Span
  readonly measures: readonly string[]
}

/** Rows of the fold that are found by everything that tells them apart: `offset 0` makes the planner look each of them up. */
function foundRows({ page, rows, grouping: { name, dimensions }, span, measures }: FoundRows): RawBuilder<unknown> {
  const keyRows = rows.map((row) => sql`(array[${sql.join(dimensions.map((key) => sql`${row[key]}::text`))}]::text[])`)
  return sql`(values ${sql.join(keyRows)}) wanted (wanted_keys) cross join lateral (
    select * from statistics_fold where page = ${page} and grouped_by = ${name} and measure = any(${[
    ...measures,
  ]}::text[]) and span = ${span.span}
      and ${beginsIn(span)} and keys = wanted_keys offset 0) found where true`
}

/** Months and years are named one by one, so that what follows them in the index is looked up as well. */
function beginsIn({ span, from, to }: Span): RawBuilder<unknown> {
  if (span === 'day') return sql`day between ${from}::date and ${to}::date`
  const months = monthsOf({ from, to }).map((month) => `${month}-01`)
  return sql`day = any(${span === 'year' ? months.filter((month) => month.endsWith('-01-01')) : months}::date[])`
}

/** The beginning of a row’s time: a document that stood in the row before it is not counted again. */
function beginningOf(keys: readonly SumKey[]): RawBuilder<unknown> {
  if (keys.includes('day')) return sql`day`
  if (keys.includes('week')) return sql`date_trunc('week', day)::date`
  return keys.includes('month') ? sql`date_trunc('month', day)::date` : sql`'-infinity'::date`
}

function narrowing({ scope, departments, filters, rows }: FactFilter, grouping: Grouping): readonly RawBuilder<unknown>[] {
  const conditions: readonly (readonly [string, readonly string[]])[] = [
    ...(scope === 'all' ? [] : [['department', [...scope]] as const]),
    ...(departments ? [['department', departments] as const] : []),
    ...Object.entries(filters),
  ]
  const among = rows === undefined ? [] : [isAmong(rows, (key) => valueIn(grouping, key))]
  return [...conditions.map(([key, values]) => sql`${valueIn(grouping, key)} = any(${[...values]}::text[])`), ...among]
}

const valueIn = ({ dimensions }: Grouping, key: SumKey) => sql`keys[${sql.lit(dimensions.indexOf(key) + 1)}]`
