import { type RawBuilder, sql } from 'kysely'
import { type Counted, countedSums, groupedBy, keyNames, laterDocuments, timeOf } from '../counting.ts'
import type { FactFilter, Key } from '../fact-filter.ts'
import { differences, documentCount, factCount } from './differences.ts'
import { type Grouping, isShort, isTime, routeOf } from './groupings.ts'
import { type Span, wholeMonths, wholeYears } from './months.ts'

/** A query of some of the measures, which stands beside others. */
interface Part {
  readonly query: RawBuilder<unknown>
  readonly present: readonly Counted[]
}

/**
 * Sums of facts by keys from the fold and from what is not folded yet: a query with a column for each key and measure. Beside it stand the
 * days before and after whole months where the grouping has no days, what is the caller's own outside of their departments, and documents
 * where the fold cannot tell which rows count the same one. Undefined where the page is not folded, or not by what is asked for.
 */
export function foldedSums(filter: FactFilter, keys: readonly Key[], measures: readonly Counted[]): RawBuilder<unknown> | undefined {
  const parts = partsOf(filter, keys, measures)
  if (!parts) return undefined
  const names = keyNames(keys)
  const [first, ...others] = parts
  if (first && others.length === 0 && first.present.length === measures.length) return first.query
  const columnOf = (present: readonly Counted[]) => (counted: Counted) => (present.includes(counted) ? sql.ref(counted[0]) : sql`null::numeric as ${sql.ref(counted[0])}`)
  const beside = parts.map(({ query, present }) => sql`select ${sql.join([...names, ...measures.map(columnOf(present))])} from (${query}) part`)
  const sums = measures.map(([key]) => sql`coalesce(sum(${sql.ref(key)}), 0) as ${sql.ref(key)}`)
  return sql`select ${sql.join([...names, ...sums])} from (${sql.join(beside, sql` union all `)}) parts ${groupedBy(names)} having count(*) > 0`
}

function partsOf(filter: FactFilter, keys: readonly Key[], measures: readonly Counted[]): readonly Part[] | undefined {
  const documents = measures.filter(isOfDocuments)
  const route = filter.isFolded ? routeOf(filter, keys, documents.length > 0) : undefined
  const times = route && timesOf(filter, keys, route.grouping)
  if (!route || !times) return undefined
  const present = route.countsDocuments ? measures : measures.filter((counted) => !isOfDocuments(counted))
  return [
    { query: rowsOf({ filter, grouping: route.grouping, keys, spans: times.spans }, present), present },
    ...times.days.flatMap((days) => besideMonths(ofDepartments(days), { filter, keys, measures: present })),
    ...(filter.scope === 'all' ? [] : [{ query: countedSums({ ...filter, seen: 'own' }, keys, present), present }]),
    ...(present.length === measures.length ? [] : [{ query: countedSums(filter, keys, documents), present: documents }]),
  ]
}

const isOfDocuments = ([, { unit }]: Counted): boolean => unit === 'documents'

/** The same filter without the caller's own documents, which are summed apart. */
const ofDepartments = (filter: FactFilter): FactFilter => (filter.scope === 'all' ? filter : { ...filter, seen: 'departments' })

interface Times {
  readonly spans: readonly Span[]
  /** Days that are read from facts. */
  readonly days: readonly FactFilter[]
}

/** By days or months where these are told apart, else by the longest times that the period is made of; undefined where all of it is days that the grouping has not. */
function timesOf(filter: FactFilter, keys: readonly Key[], { hasDays }: Grouping): Times | undefined {
  const { from, to } = filter
  if (keys.some(isShort)) return { spans: [{ span: 'day', from, to }], days: [] }
  const { folded, rest } = wholeMonths(filter)
  const longer = folded === undefined ? [] : keys.some(isTime) ? [{ span: 'month' as const, from: folded.from, to: folded.to }] : wholeYears(folded)
  if (hasDays) return { spans: [...longer, ...rest.map((days) => ({ span: 'day' as const, from: days.from, to: days.to }))], days: [] }
  return folded && { spans: longer, days: rest }
}

interface SumsQuery {
  /** Of the whole period. */
  readonly filter: FactFilter
  readonly keys: readonly Key[]
  readonly measures: readonly Counted[]
}

/** Days beside whole months, from facts. Documents of days after the period's first are new in what is told apart by months, else where they did not stand before. */
function besideMonths(days: FactFilter, { filter: { from }, keys, measures }: SumsQuery): readonly Part[] {
  const documents = measures.filter(isOfDocuments)
  if (days.from === from || keys.includes('month') || documents.length === 0) return [{ query: countedSums(days, keys, measures), present: measures }]
  const sums = measures.filter((counted) => !isOfDocuments(counted))
  return [
    ...(sums.length === 0 ? [] : [{ query: countedSums(days, keys, sums), present: sums }]),
    { query: laterDocuments({ days, since: from }, keys, documents), present: documents },
  ]
}

interface Folded {
  readonly filter: FactFilter
  readonly grouping: Grouping
  readonly keys: readonly Key[]
  readonly spans: readonly Span[]
}

/** The rows of the fold that a question is about, with what is not folded yet as if it were. Figures are added up first and stand beside each other then. */
function rowsOf(asked: Folded, measures: readonly Counted[]): RawBuilder<unknown> {
  const { filter, grouping, keys } = asked
  const names = measures.map(([key, { unit, sums }]) => (unit === 'documents' ? documentCount : (sums ?? key)))
  const columnNames = keyNames(keys)
  const sumOf = (measure: string) => sql`coalesce(sum(figure) filter (where measure = ${measure}), 0)`
  const columns = keys.map((key, index) => sql`${timeOf(key) ?? valueIn(grouping, key)} as ${sql.ref(`key_${index}`)}`)
  const conditions = [
    sql`measure = any(${[...new Set([factCount, ...names])]}::text[])`,
    sql`earlier < greatest(${filter.from}::date, ${beginningOf(keys)})`,
    ...narrowing(filter, grouping),
  ]
  const added = sourcesOf(asked).map((source) =>
    sql`select ${sql.join([...columns, sql`measure`, sql`sum(figure) as figure`])} from ${source} and ${sql.join(conditions, sql` and `)} ${
      groupedBy([...columnNames, sql`measure`])
    }`
  )
  return sql`select ${sql.join([...columnNames, ...measures.map(([key], index) => sql`${sumOf(names[index] ?? '')} as ${sql.ref(key)}`)])} from (${
    sql.join(added, sql` union all `)
  }) added
    ${groupedBy(columnNames)} having ${sumOf(factCount)} > 0`
}

/** Where rows of the fold stand, each with the condition of its times. */
function sourcesOf({ filter: { page: { key: page }, before, isWholeFolded }, grouping, spans }: Folded): readonly RawBuilder<unknown>[] {
  const times = spans.map(({ span, from, to }) => sql`(span = ${span} and day between ${from}::date and ${to}::date)`)
  const folded = times.map((time) => sql`statistics_fold where page = ${page} and grouped_by = ${grouping.name} and ${time}`)
  if (isWholeFolded) return folded
  const documents = sql`select distinct document from statistics_unfolded where page = ${page} and at < ${before}`
  const unfolded = sql`(${differences({ page, groupings: [grouping], documents, facts: { unfoldedBefore: before } })}) unfolded where (${sql.join(times, sql` or `)})`
  return [...folded, unfolded]
}

/** Where the time of a row begins: a document that stood in it before is not counted again. */
function beginningOf(keys: readonly Key[]): RawBuilder<unknown> {
  if (keys.includes('day')) return sql`day`
  if (keys.includes('week')) return sql`date_trunc('week', day)::date`
  return keys.includes('month') ? sql`date_trunc('month', day)::date` : sql`'-infinity'::date`
}

function narrowing({ scope, departments, filters }: FactFilter, grouping: Grouping): readonly RawBuilder<unknown>[] {
  const wanted: readonly (readonly [string, readonly string[]])[] = [
    ...(scope === 'all' ? [] : [['department', [...scope]] as const]),
    ...(departments ? [['department', departments] as const] : []),
    ...Object.entries(filters),
  ]
  return wanted.map(([key, values]) => sql`${valueIn(grouping, key)} = any(${[...values]}::text[])`)
}

const valueIn = ({ dimensions }: Grouping, key: Key) => sql`keys[${sql.lit(dimensions.indexOf(key) + 1)}]`
