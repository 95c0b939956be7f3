import { type RawBuilder, sql } from 'kysely'
import type { ColumnCondition, ColumnPlace, ListQuery, Query } from './list-types.ts'

/** Whether a document's column is as wanted; asked by its primary key. */
export const hasColumn = (condition: ColumnCondition): RawBuilder<boolean> =>
  condition.filter === 'equals' && condition.value === false
    ? sql<boolean>`not ${rowWith(condition.column, sql`own.text = 'true'`)}`
    : rowWith(condition.column, tests[condition.filter](condition))

/** Whether any of these columns contains a text; `like` is its pattern. */
export const columnContains = (keys: readonly string[], like: string): RawBuilder<boolean> =>
  sql<boolean>`exists (select from document_column own where own.document = document.id and own.key = any(${keys}) and own.text ilike ${like})`

type Asked = Pick<ListQuery, 'own' | 'ownOrder' | 'orders'>

/** The column whose index a page is read from, and what of the query that leaves to be asked of each row. */
export interface LeadingColumn {
  readonly own: readonly ColumnCondition[]
  from(query: Query): Query
  /** The order in which its index is read: equal values by when they were filed. */
  readonly order: readonly RawBuilder<unknown>[]
}

/**
 * Documents are read in the order of a column that they are sorted by; of one that has to have a single value while the
 * newest stand first; else in the order of the list, each asked for its columns.
 */
export function leadingColumn({ own = [], ownOrder, orders }: Asked): LeadingColumn | undefined {
  if (ownOrder) return sortedBy(ownOrder, own)
  const single = orders.length === 0 ? own.find(isSingle) : undefined
  return single && newestWith(single, own)
}

const isSingle = ({ filter, value, column }: ColumnCondition): boolean =>
  column.type === 'text' && ((filter === 'equals' && value === true) || (filter === 'oneOf' && (value as readonly unknown[]).length === 1))

function sortedBy({ column, asc }: NonNullable<Asked['ownOrder']>, own: readonly ColumnCondition[]): LeadingColumn {
  // nulls as the index has them, so that it is read in both directions: documents without a value are the smallest
  const direction = sql.raw(asc ? 'asc nulls first' : 'desc nulls last')
  const plain = sql.raw(asc ? 'asc' : 'desc')
  return {
    own,
    from: (query) => joined(query, column),
    order: [sql`${valueOf('lead', column)} ${direction}`, sql`lead.started_at ${plain}`, sql`lead.document ${plain}`],
  }
}

const newestWith = (condition: ColumnCondition, own: readonly ColumnCondition[]): LeadingColumn => ({
  own: own.filter((each) => each !== condition),
  from: (query) => joined(query, condition.column).where(sql<boolean>`lead.text = ${condition.filter === 'equals' ? 'true' : (condition.value as readonly string[])[0]}`),
  order: [sql`lead.started_at desc`, sql`lead.document desc`],
})

const joined = (query: Query, { key, type }: ColumnPlace): Query =>
  query.innerJoin('document_column as lead', 'lead.document', 'document.id').where('lead.key', '=', key).where(sql<boolean>`lead.kind = ${sql.lit(type)}`) as unknown as Query

/** Where a column's values are typed. */
const valueOf = (table: 'lead' | 'own', { type }: ColumnPlace) => sql.ref(`${table}.${type === 'list' ? 'text' : type}`)

const rowWith = ({ key, type }: ColumnPlace, test: RawBuilder<unknown>) =>
  sql<boolean>`exists (select from document_column own where own.document = document.id and own.key = ${key} and own.kind = ${sql.lit(type)} and ${test})`

const tests: Readonly<Record<ColumnCondition['filter'], (condition: ColumnCondition) => RawBuilder<unknown>>> = {
  equals: ({ value }) => sql`own.text = ${value === true ? 'true' : 'false'}`,
  contains: ({ value }) => sql`own.text ilike ${`%${String(value).replace(/[\\%_]/g, '\\$&')}%`}`,
  oneOf: ({ column, value }) => (column.type === 'list' ? sql`own.value ?| ${value}::text[]` : sql`own.text = any(${value}::text[])`),
  range: ({ column, value }) => {
    const [from, to] = value as readonly [unknown, unknown]
    const sides = [from === null ? [] : [sql`${valueOf('own', column)} >= ${from}::${casts[column.type]}`], to === null ? [] : [upTo(column, to)]].flat()
    return sides.length === 0 ? sql`true` : sql.join(sides, sql` and `)
  },
}

/** The last day of a span belongs to it. */
const upTo = (column: ColumnPlace, to: unknown) =>
  column.type === 'moment' ? sql`own.moment < ${to}::date + 1` : sql`${valueOf('own', column)} <= ${to}::${casts[column.type]}`

const casts = { text: sql.raw('text'), number: sql.raw('numeric'), moment: sql.raw('timestamp'), list: sql.raw('text') } as const
