import { type RawBuilder, sql } from 'kysely'
import type { ListName, ListSort } from './list-types.ts'

/** A query whose rows may be ordered. */
export interface Orderable {
  orderBy(order: RawBuilder<unknown>): unknown
}

/** Sorts by what was chosen, else as the list is meant to be read; equal rows keep an order of their own. */
export function withOrder<Q extends Orderable>(query: Q, list: ListName, chosen: readonly ListSort[]): Q {
  const orders = chosen.flatMap(({ column, asc }) => orderOf(list, column, asc) ?? [])
  return [...(orders.length > 0 ? orders : [defaults[list]]), sql`document.id`].reduce<Q>((ordered, order) => ordered.orderBy(order) as Q,
    query)
}

/** The columns that a list may be sorted by, as the wire names them. */
export const sortColumns = ['businessNo', 'title', 'createTime', 'endTime', 'amount', 'stayHours'] as const

/** Names on the wire, and the columns that they mean; nothing else may be sorted by. */
const sortable = {
  businessNo: 'document.number',
  title: 'document.title',
  createTime: 'document.started_at',
  endTime: 'document.ended_at',
  amount: 'document.amount',
} as const

/** Since when a row waits; only where that stands in a column. */
const waiting: Partial<Readonly<Record<ListName, string>>> = { todo: 'task.arrived_at', copied: 'cc.added_at' }

function orderOf(list: ListName, column: string, asc: boolean): RawBuilder<unknown> | undefined {
  // the document that has waited longest has arrived first
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
