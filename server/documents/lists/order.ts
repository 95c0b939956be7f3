import { type RawBuilder, sql } from 'kysely'
import type { ListName, ListSort } from './list-types.ts'

/** A query that can be ordered. */
export interface Orderable {
  orderBy(order: RawBuilder<unknown>): unknown
}

/** Orders by the chosen columns, else by the list's default; ties are ordered by document id. */
export function withOrder<Q extends Orderable>(query: Q, list: ListName, chosen: readonly ListSort[]): Q {
  const orders = chosen.flatMap(({ column, asc }) => orderOf(list, column, asc) ?? [])
  return [...(orders.length > 0 ? orders : [defaults[list]]), sql`document.id`].reduce<Q>((ordered, order) => ordered.orderBy(order) as Q,
    query)
}

/** The columns by which lists can be ordered, by their names on the wire. */
export const sortColumns = ['businessNo', 'title', 'createTime', 'endTime', 'amount', 'stayHours'] as const

/** Columns by their names on the wire; other names are ignored. */
const sortable = {
  businessNo: 'document.number',
  title: 'document.title',
  createTime: 'document.started_at',
  endTime: 'document.ended_at',
  amount: 'document.amount',
} as const

/** The column with the start of waiting; only lists that have one can be ordered by it. */
const waiting: Partial<Readonly<Record<ListName, string>>> = { todo: 'task.arrived_at', copied: 'cc.added_at' }

function orderOf(list: ListName, column: string, asc: boolean): RawBuilder<unknown> | undefined {
  // longest waiting time means earliest arrival, hence the inverted direction
  const reference = column === 'stayHours' ? waiting[list] : sortable[column as keyof typeof sortable]
  const ascending = column === 'stayHours' ? !asc : asc
  return reference === undefined ? undefined : sql`${sql.ref(reference)} ${sql.raw(ascending ? 'asc' : 'desc')} nulls last`
}

const defaults: Readonly<Record<ListName, RawBuilder<unknown>>> = {
  todo: sql`task.arrived_at asc`,
  handled: sql`task.finished_at desc`,
  initiated: sql`document.started_at desc`,
  copied: sql`cc.added_at desc`,
  all: sql`document.started_at desc`,
}
