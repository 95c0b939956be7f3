import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/database/tables.ts'
import { countedTo, isIndexed, probedColumn, typedValue, withColumn } from './column-conditions.ts'
import { type ColumnCondition, documentQuery, type ListedColumn, type ListQuery, type Query } from './list-types.ts'

/** The strategy for finding rows of a page that are filtered or ordered by columns of the form. */
export interface ColumnRoute {
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
