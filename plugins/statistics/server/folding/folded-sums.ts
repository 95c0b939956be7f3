import { type RawBuilder, sql } from 'kysely'
import dayjs from 'dayjs'
import { todayOf } from '#kernel/values/dates.ts'
import { beginOfMonths, endOfMonths } from '#kernel/values/month-edges.ts'
import { type CountedMeasure, countedSums, groupedBy, keyNames, counting, factsOfDocuments, keyColumn, isAmong,
  timeOf } from '../counting/counting.ts'
import type { FactFilter, SumKey } from '../counted-page.ts'
import { type Grouping, isShort, isTime, routeOf } from './groupings.ts'
import { type DayRange, monthsOf } from '../periods.ts'
import { differences, documentCount, factCount } from './differences.ts'

/** A query for some of the measures, to be added up with others; `sign` -1 subtracts. */
interface MeasureSubquery {
  readonly query: RawBuilder<unknown>
  readonly present: readonly CountedMeasure[]
  readonly sign?: 1 | -1
}

/**
 * Query for sums by keys from the fold and the facts not yet folded: a column per key and measure. Corrections are added from facts: days
 * that the whole months have too many or too few, if the grouping has no days; the caller's own facts outside their departments; documents
 * counted in several departments; and document counts where fold rows cannot be added up.
 * @returns undefined if the page is not folded or no grouping answers the query
 */
export function foldedSums(filter: FactFilter, keys: readonly SumKey[], measures: readonly CountedMeasure[]):
  | RawBuilder<unknown>
  | undefined {
  const parts = partsOf(filter, keys, measures)
  if (!parts) return undefined
  const names = keyNames(keys)
  const [first, ...others] = parts
  if (first && others.length === 0 && first.present.length === measures.length) return first.query
  const columnOf = ({ present, sign = 1 }: MeasureSubquery) => (counted: CountedMeasure) =>
    present.includes(counted)
      ? sql`${sql.lit(sign)} * ${sql.ref(counted[0])} as ${sql.ref(counted[0])}`
      : sql`null::numeric as ${sql.ref(counted[0])}`
  const beside = parts.map((part) =>
    sql`select ${
      sql.join([...names, ...measures.map(columnOf(part)), sql`${sql.lit(part.sign ?? 1)} * fact_count as fact_count`])
    } from (${part.query}) part`
  )
  const sums = measures.map(([key]) => sql`coalesce(sum(${sql.ref(key)}), 0) as ${sql.ref(key)}`)
  return sql`select ${sql.join([...names, ...sums, sql`sum(fact_count) as fact_count`])} from (${
    sql.join(beside, sql` union all `)
  }) parts ${groupedBy(names)} having sum(fact_count) > 0`
}

/** Returns whether sums by these keys can be read from the fold. */
export const isReadFromFold = (filter: FactFilter, keys: readonly SumKey[]): boolean => wayOf(filter, keys, false) !== undefined

function wayOf(filter: FactFilter, keys: readonly SumKey[], countsDocuments: boolean) {
  const route = filter.isFolded ? routeOf(filter, keys, countsDocuments) : undefined
  const times = route && timesOf(filter, keys, route.grouping)
  return times && { route, times }
}

function partsOf(filter: FactFilter, keys: readonly SumKey[], measures: readonly CountedMeasure[]): readonly MeasureSubquery[] | undefined {
  const documents = measures.filter(isOfDocuments)
  const folded = wayOf(filter, keys, documents.length > 0)
  if (!folded) return undefined
  const { route, times } = folded
  const present = route.countsDocuments ? measures : measures.filter((counted) => !isOfDocuments(counted))
  return [
    { query: foldedRows({ filter: times.folded, grouping: route.grouping, keys, spans: times.spans }, present), present },
    ...edgeParts(ofDepartments(filter), times.edges, { keys, measures: present, isByDepartment: route.repeatsDocuments }),
    ...(filter.scope === 'all' ? [] : [{ query: countedSums({ ...filter, seen: 'own' }, keys, present), present }]),
    ...(route.repeatsDocuments ? [{ query: repeatedDocuments(filter, keys, documents), present: documents, sign: -1 as const }] : []),
    ...(present.length === measures.length ? [] : [{ query: countedSums(filter, keys, documents), present: documents }]),
  ]
}

const isOfDocuments = ([, { unit }]: CountedMeasure): boolean => unit === 'documents'

/** The filter without the caller's own facts outside their departments, which are summed separately. */
const ofDepartments = (filter: FactFilter): FactFilter => (filter.scope === 'all' ? filter : { ...filter, seen: 'departments' })

interface Times {
  /** Filter for the fold: the requested period, or its nearest months. */
  readonly folded: FactFilter
  readonly spans: readonly Span[]
  /** Days to correct from facts. */
  readonly edges: Omit<Months, 'folded'>
}

const noEdges = { added: [], removed: [], common: undefined }

/** The time spans to read: days or months if grouped by them, else the longest spans in the period; undefined to read facts instead. */
function timesOf(filter: FactFilter, keys: readonly SumKey[], { hasDays }: Grouping): Times | undefined {
  const { from, to } = filter
  if (keys.some(isShort)) return { folded: filter, spans: [{ span: 'day', from, to }], edges: noEdges }
  const longest = (
    months: FactFilter,
  ): readonly Span[] => (keys.some(isTime) ? [{ span: 'month', from: months.from, to: months.to }] : wholeYears(months))
  if (hasDays) {
    const { whole, rest } = wholeMonths(filter)
    return { folded: filter, spans: [...(whole ? longest(whole) : []), ...rest.map((days) => ({ span: 'day' as const, ...days }))],
      edges: noEdges }
  }
  const months = nearestMonths(filter)
  return months && { folded: { ...filter, ...months.folded }, spans: longest({ ...filter, ...months.folded }), edges: months }
}

interface SumsQuery {
  readonly keys: readonly SumKey[]
  readonly measures: readonly CountedMeasure[]
  /** A document counts once per department. */
  readonly isByDepartment: boolean
}

/** Correction queries from facts for days that the months of the fold have too few (added) or too many (removed). */
function edgeParts(filter: FactFilter, { added, removed, common }: Times['edges'],
  { keys, measures, isByDepartment }: SumsQuery): readonly MeasureSubquery[] {
  const [documents, sums] = [measures.filter(isOfDocuments), measures.filter((counted) => !isOfDocuments(counted))]
  return ([[added, 1], [removed, -1]] as const).flatMap(([edges, sign]) => [
    ...edges.map((days) => ({ query: countedSums({ ...filter, ...days }, keys, sums), present: sums, sign })),
    ...(edges.length === 0 || documents.length === 0
      ? []
      : [{ query: documentsBeside({ filter, days: edges, common, isByDepartment }, keys, documents), present: documents, sign }]),
  ])
}

interface BesideDays {
  /** Filter with the whole period. */
  readonly filter: FactFilter
  readonly days: readonly DayRange[]
  /** Days whose documents are already counted. */
  readonly common: DayRange | undefined
  /** A document counts once per department. */
  readonly isByDepartment: boolean
}

/** Query for documents of some days that have no fact in the same row on other days: a column per key and measure. */
function documentsBeside({ filter, days, common, isByDepartment }: BesideDays, keys: readonly SumKey[],
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
 * Query for the surplus of document counts, by keys, where a document counts once per visible department and once as the caller's own.
 * Reads only documents of several departments; under filters, only those visible in more than one place without the filters, because these
 * are found by an index-only scan.
 */
function repeatedDocuments(filter: FactFilter, keys: readonly SumKey[], documents: readonly CountedMeasure[]): RawBuilder<unknown> {
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

/** Facts of documents in more than one visible place; `offset 0` makes the planner look them up by document. */
const seenInSeveral = (filter: FactFilter, place: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select fact.* from (select document from statistics_spread_fact where ${
    counting({ ...filter, filters: {} })
  } group by document having count(distinct ${place}) > 1) several
    cross join lateral (select * from statistics_spread_fact
      where statistics_spread_fact.document = several.document offset 0) fact) spread`

const columnsOf = (filter: FactFilter, keys: readonly SumKey[]) =>
  keys.map((key, index) => sql`${keyColumn(filter, key)} as ${sql.ref(`key_${index}`)}`)

interface FoldQuery {
  readonly filter: FactFilter
  readonly grouping: Grouping
  readonly keys: readonly SumKey[]
  readonly spans: readonly Span[]
}

/**
 * Rows of the fold for a query, united with the pending facts in the same form. Figures are summed first and then pivoted into columns, or
 * in one step if they are few and come from a single source.
 */
function foldedRows(query: FoldQuery, measures: readonly CountedMeasure[]): RawBuilder<unknown> {
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

/** The sources of fold rows, each with the condition for its time spans. */
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

/** Fold rows by their full index key; `offset 0` makes the planner look up each of them. */
function foundRows({ page, rows, grouping: { name, dimensions }, span, measures }: FoundRows): RawBuilder<unknown> {
  const keyRows = rows.map((row) => sql`(array[${sql.join(dimensions.map((key) => sql`${row[key]}::text`))}]::text[])`)
  return sql`(values ${sql.join(keyRows)}) wanted (wanted_keys) cross join lateral (
    select * from statistics_fold where page = ${page} and grouped_by = ${name} and measure = any(${[
    ...measures,
  ]}::text[]) and span = ${span.span}
      and ${beginsIn(span)} and keys = wanted_keys offset 0) found where true`
}

/** Lists months and years one by one, so that the index columns after them can be used too. */
function beginsIn({ span, from, to }: Span): RawBuilder<unknown> {
  if (span === 'day') return sql`day between ${from}::date and ${to}::date`
  const months = monthsOf({ from, to }).map((month) => `${month}-01`)
  return sql`day = any(${span === 'year' ? months.filter((month) => month.endsWith('-01-01')) : months}::date[])`
}

/** Start of a row’s time span: a document with an `earlier` day in the span is not counted again. */
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

/** Whole months that approximate a period, and the days by which they differ. */
interface Months {
  readonly folded: DayRange
  /** Days of the period outside the months. */
  readonly added: readonly DayRange[]
  /** Days of the months outside the period. */
  readonly removed: readonly DayRange[]
  /** Days of the period within the months. */
  readonly common: DayRange | undefined
}

/** Consecutive times of one length, by the first and last day on which they may start. */
interface Span extends DayRange {
  readonly span: 'day' | 'month' | 'year'
}

const text = (date: dayjs.Dayjs) => date.format('YYYY-MM-DD')

/**
 * Splits a period into its whole months and the remaining days. A month also counts as whole if only future days without facts are missing.
 */
export function wholeMonths(filter: FactFilter): { readonly whole: FactFilter | undefined; readonly rest: readonly DayRange[] } {
  const { from, to } = filter
  const first = dayjs(from).date() === 1 ? dayjs(from) : dayjs(from).add(1, 'month').startOf('month')
  const last = reachesEnd(filter) ? dayjs(to).endOf('month') : dayjs(to)
  const next = last.add(1, 'day').startOf('month')
  if (!first.isBefore(next)) return { whole: undefined, rest: [{ from, to }] }
  const [begin, end] = [text(first), text(next.subtract(1, 'day'))]
  const earlier = from < begin ? [{ from, to: text(first.subtract(1, 'day')) }] : []
  const later = end < text(last) ? [{ from: text(next), to }] : []
  return { whole: { ...filter, from: begin, to: end }, rest: [...earlier, ...later] }
}

/** The months that differ from a period by the fewest days; undefined unless these are fewer than the days of the period. */
export function nearestMonths(filter: FactFilter): Months | undefined {
  const { from, to } = filter
  const [begin, end] = [beginOfMonths(from), endOfMonths(reachesEnd(filter) ? text(dayjs(to).endOf('month')) : to)]
  if (begin.month > end.month) return undefined
  const [added, removed] = [[begin.added, end.added], [begin.removed, end.removed]].map((days) =>
    days.filter((each) => each !== undefined)
  ) as [DayRange[], DayRange[]]
  if ([...added, ...removed].reduce((sum, days) => sum + lengthOf(days), 0) >= lengthOf({ from, to })) return undefined
  const folded = { from: begin.month, to: end.month }
  return { folded, added, removed, common: { from: from > folded.from ? from : folded.from, to: to < folded.to ? to : folded.to } }
}

const lengthOf = ({ from, to }: DayRange): number => dayjs(to).diff(dayjs(from), 'day') + 1

/** Splits a period of whole months into its whole years and the months before and after; missing future days do not matter. */
export function wholeYears(filter: FactFilter): readonly Span[] {
  const { from, to } = filter
  const [begun, ended] = [Number(from.slice(0, 4)), Number(to.slice(0, 4))]
  const first = from.endsWith('-01-01') ? begun : begun + 1
  const last = to.endsWith('-12-31') || reachesEnd(filter) ? ended : ended - 1
  if (first > last) return [{ span: 'month', from, to }]
  const spans: readonly Span[] = [
    { span: 'month', from, to: `${first - 1}-12-31` },
    { span: 'year', from: `${first}-01-01`, to: `${last}-01-01` },
    { span: 'month', from: `${last + 1}-01-01`, to },
  ]
  return spans.filter((each) => each.from <= each.to)
}

/** Returns whether the page has no facts after the period. */
const reachesEnd = ({ to, before, hasLaterDays }: FactFilter): boolean =>
  !hasLaterDays && text(dayjs(todayOf(before)).subtract(1, 'day')) <= to
