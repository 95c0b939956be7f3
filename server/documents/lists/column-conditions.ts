import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/database/tables.ts'
import { type ColumnCondition, documentQuery, type ListedColumn, type ListQuery, type Query } from './list-types.ts'

/** Condition on a document's column, for counting: the planner may read all such columns first. */
export const hasColumn = (condition: ColumnCondition): RawBuilder<boolean> => {
  const exists = sql<boolean>`exists (select from document_column own where own.document = document.id and ${isWanted(condition)})`
  return isAbsence(condition) ? sql<boolean>`not ${exists}` : exists
}

/** Like `withColumn`, for one page: probes each document by primary key, for any order of rows. */
const probedColumn = (condition: ColumnCondition): RawBuilder<boolean> => {
  const fulfils = sql<boolean>`coalesce((select true from document_column own where own.document = document.id and ${
    isWanted(condition)
  }), false)`
  return isAbsence(condition) ? sql<boolean>`not ${fulfils}` : fulfils
}

/** Condition on a column, resolved by its index. */
const withColumn = (condition: ColumnCondition): RawBuilder<boolean> =>
  sql<boolean>`document.id = any(array(select own.document from document_column own where ${isWanted(condition)}))`

/** The number of columns that satisfy a condition, counted up to a limit. */
const countedTo = (condition: ColumnCondition, most: number): RawBuilder<string> =>
  sql<string>`(select count(*) from (select from document_column own where ${isWanted(condition)} limit ${most}) wanted)`

/** Returns whether an index serves the condition, by lookup or by a scan (part of a text): not for lists of values, nor for absence. */
const isIndexed = (condition: ColumnCondition): boolean => condition.column.type !== 'list' && !isAbsence(condition)

/** Whether the condition matches absent values: an unset switch is off. */
export const isAbsence = ({ filter, value }: ColumnCondition): boolean => filter === 'equals' && value === false

/** The condition that one of these columns contains a text; `like` is its pattern. */
export const columnContains = (keys: readonly string[], like: string): RawBuilder<boolean> =>
  sql<
    boolean
  >`coalesce((select true from document_column own where own.document = document.id and own.key = any(${keys}) and own.text ilike ${like}
    limit 1), false)`

/** The typed value of a column. */
const typedValue = (table: 'lead' | 'own', { type }: ListedColumn): RawBuilder<unknown> =>
  sql.ref(`${table}.${type === 'list' ? 'text' : type}`)

const isWanted = (condition: ColumnCondition): RawBuilder<unknown> => {
  const { column: { key, type }, filter } = condition
  return sql`own.key = ${key} and own.kind = ${sql.lit(type)} and ${tests[filter](condition)}`
}

const tests: Readonly<Record<ColumnCondition['filter'], (condition: ColumnCondition) => RawBuilder<unknown>>> = {
  equals: () => sql`own.text = 'true'`,
  contains: ({ value }) => sql`own.text ilike ${`%${String(value).replace(/[\\%_]/g, '\\$&')}%`}`,
  oneOf: ({ column, value }) => (column.type === 'list' ? sql`own.value ?| ${value}::text[]` : sql`own.text = any(${value}::text[])`),
  range: ({ column, value }) => {
    const [from, to] = value as readonly [unknown, unknown]
    const sides = [from === null ? [] : [sql`${typedValue('own', column)} >= ${from}::${casts[column.type]}`],
      to === null ? [] : [upTo(column, to)]].flat()
    return sides.length === 0 ? sql`true` : sql.join(sides, sql` and `)
  },
}

/** The range includes its last day. */
const upTo = (column: ListedColumn, to: unknown) =>
  column.type === 'moment' ? sql`own.moment < ${to}::date + 1` : sql`${typedValue('own', column)} <= ${to}::${casts[column.type]}`

const casts = { text: sql.raw('text'), number: sql.raw('numeric'), moment: sql.raw('timestamp'), list: sql.raw('text') } as const

/** The strategy for finding rows of a page that are filtered or ordered by columns of the form. */
interface ColumnRoute {
  /** The query with every condition on columns. */
  from(query: Query): Query
  /** Absent where the list keeps its own order. */
  readonly order?: readonly RawBuilder<unknown>[]
  /** Whether the conditions on columns already imply the type of documents. */
  readonly saysType: boolean
}

type ColumnQuery = Pick<ListQuery, 'own' | 'ownOrder' | 'orders'>

/**
 * Limit between two plans. Fewer matching documents are read and sorted; for more, the list is walked in its order and each document is
 * probed, which soon fills a page. The planner cannot choose, since it assumes that values of a column are spread evenly over documents.
 */
const few = 1_000

/**
 * The route of a query; undefined where it has no conditions on columns.
 * @param most limit below which matches are read and sorted
 */
export async function columnRoute(db: Db, query: ColumnQuery, most = few): Promise<ColumnRoute | undefined> {
  const { own = [], ownOrder } = query
  if (own.length === 0 && !ownOrder) return undefined
  const start = await startOf(db, query, most)
  const probed = own.filter((condition) => condition !== start.rare && condition !== start.leading)
  return {
    from: (query) => probed.reduce((current, condition) => current.where(probedColumn(condition)), started(query, start)),
    order: orderOf(start),
    saysType: Object.values(start).some((part) => part !== undefined),
  }
}

/** The part of the query that an index serves. */
interface Start extends Pick<ColumnQuery, 'ownOrder'> {
  readonly rare?: ColumnCondition
  readonly leading?: ColumnCondition
}

async function startOf(db: Db, { own = [], ownOrder, orders }: ColumnQuery, most: number): Promise<Start> {
  const single = !ownOrder && orders.length === 0 ? own.find(isSingle) : undefined
  // documents with a single value are walked through newest first, regardless of their number
  const rare = single && own.length === 1 ? undefined : await rarest(db, own, most)
  return rare ? { rare, ownOrder } : { leading: single, ownOrder }
}

function orderOf({ ownOrder, leading }: Start): ColumnRoute['order'] {
  if (ownOrder) return sortedBy(ownOrder)
  return leading && [sql`lead.started_at desc`, sql`lead.document desc`]
}

function started(query: Query, { rare, ownOrder, leading }: Start): Query {
  const found = rare ? query.where(withColumn(rare)) : query
  if (ownOrder) return joined(found, ownOrder.column)
  return leading ? joined(found, leading.column).where(sql<boolean>`lead.text = ${singleValue(leading)}`) : found
}

/** The condition with the fewest documents, if these are below the limit. */
async function rarest(db: Db, own: readonly ColumnCondition[], most: number): Promise<ColumnCondition | undefined> {
  const indexed = own.filter(isIndexed)
  if (indexed.length === 0) return undefined
  const { rows: [row] } = await sql<{ counts: readonly string[] }>`select array[${
    sql.join(indexed.map((condition) => countedTo(condition, most)))
  }] as counts`.execute(db)
  const counts = (row?.counts ?? []).map(Number)
  const least = Math.min(...counts)
  return least < most ? indexed[counts.indexOf(least)] : undefined
}

const isSingle = ({ filter, value, column }: ColumnCondition): boolean =>
  column.type === 'text' && ((filter === 'equals' && value === true) || (filter === 'oneOf' && (value as readonly unknown[]).length === 1))

const singleValue = ({ filter, value }: ColumnCondition): unknown => (filter === 'equals' ? 'true' : (value as readonly string[])[0])

/**
 * Orders nulls like the index, so that it can be read in both directions: documents without a value are the smallest. Ties are ordered by
 * filing time.
 */
function sortedBy({ column, asc }: NonNullable<ColumnQuery['ownOrder']>): readonly RawBuilder<unknown>[] {
  const plain = sql.raw(asc ? 'asc' : 'desc')
  return [sql`${typedValue('lead', column)} ${sql.raw(asc ? 'asc nulls first' : 'desc nulls last')}`, sql`lead.started_at ${plain}`,
    sql`lead.document ${plain}`]
}

const joined = (query: Query, { key, type }: ListedColumn): Query =>
  documentQuery(query.innerJoin('document_column as lead', 'lead.document', 'document.id').where('lead.key', '=', key)
    .where(sql<boolean>`lead.kind = ${sql.lit(type)}`))
