import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/database/tables.ts'
import { countedTo, isIndexed, probedColumn, typedValue, withColumn } from './column-conditions.ts'
import { type ColumnCondition, documentQuery, type ListedColumn, type ListQuery, type Query } from './list-types.ts'

/** The way in which the rows of a page are found that a form's columns narrow or order. */
export interface ColumnRoute {
  /** The query with every condition on columns. */
  from(query: Query): Query
  /** Absent where the list's own order holds. */
  readonly order?: readonly RawBuilder<unknown>[]
  /** True where the columns say already of which type the documents are. */
  readonly saysType: boolean
}

type ColumnQuery = Pick<ListQuery, 'own' | 'ownOrder' | 'orders'>

/**
 * Fewer documents than this are read and sorted; of more, enough come soon when the list is walked through in its order,
 * each asked for its columns. The planner cannot tell the two apart: it takes the values of a column to be spread alike
 * over all of them.
 */
const few = 1_000

/** Undefined where no column of the form is asked for. @param most fewer documents than this are few */
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

/** The part of the query that an index answers. */
interface Start extends Pick<ColumnQuery, 'ownOrder'> {
  readonly rare?: ColumnCondition
  readonly leading?: ColumnCondition
}

async function startOf(db: Db, { own = [], ownOrder, orders }: ColumnQuery, most: number): Promise<Start> {
  const single = !ownOrder && orders.length === 0 ? own.find(isSingle) : undefined
  // a single value alone is walked through newest first, however many documents have it
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

/** The condition that the fewest documents fulfil, if they are few. */
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
 * Nulls as the index has them, so that it is read in both directions: documents without a value are the smallest. Equal values by when they
 * were filed.
 */
function sortedBy({ column, asc }: NonNullable<ColumnQuery['ownOrder']>): readonly RawBuilder<unknown>[] {
  const plain = sql.raw(asc ? 'asc' : 'desc')
  return [sql`${typedValue('lead', column)} ${sql.raw(asc ? 'asc nulls first' : 'desc nulls last')}`, sql`lead.started_at ${plain}`,
    sql`lead.document ${plain}`]
}

const joined = (query: Query, { key, type }: ListedColumn): Query =>
  documentQuery(query.innerJoin('document_column as lead', 'lead.document', 'document.id').where('lead.key', '=', key)
    .where(sql<boolean>`lead.kind = ${sql.lit(type)}`))
