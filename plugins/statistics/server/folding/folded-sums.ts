import { type RawBuilder, sql } from 'kysely'
import { type CountedMeasure, countedSums, groupedBy, keyNames } from '../counting/counting.ts'
import { documentsBeside, repeatedDocuments } from '../counting/counting-documents.ts'
import type { FactFilter, SumKey } from '../fact-filter.ts'
import { foldedRows } from './folded-rows.ts'
import { type Grouping, isShort, isTime, routeOf } from './groupings.ts'
import { type Months, nearestMonths, type Span, wholeMonths, wholeYears } from './months.ts'

/** A query of some of the measures, which stands beside others. */
interface MeasureSubquery {
  readonly query: RawBuilder<unknown>
  readonly present: readonly CountedMeasure[]
  readonly sign?: 1 | -1
}

/**
 * Sums of facts by keys from the fold and from what is not folded yet: a query with a column for each key and measure. Beside it stand the
 * days that its months have beside the period, or lack of it, where the grouping has no days, what is the caller's own outside of their
 * departments, documents that departments count more than once, and documents from the facts where the fold cannot tell which rows count
 * the same one. Undefined where the page is not folded, or not by what is asked for.
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

/** Returns whether sums by these keys are read from the fold. */
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

/** The same filter without the caller's own documents, which are summed apart. */
const ofDepartments = (filter: FactFilter): FactFilter => (filter.scope === 'all' ? filter : { ...filter, seen: 'departments' })

interface Times {
  /** The period of the fold: that of the question, or its months. */
  readonly folded: FactFilter
  readonly spans: readonly Span[]
  /** Days that are read from facts. */
  readonly edges: Omit<Months, 'folded'>
}

const noEdges = { added: [], removed: [], common: undefined }

/**
 * By days or months where these are grouped by, else by the longest times that the period is made of; undefined where the days of the
 * period are read from facts.
 */
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
  /** Documents are counted in each of their departments. */
  readonly isByDepartment: boolean
}

/** Days that the months of the fold have beside the period, or lack of it, from facts. */
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
