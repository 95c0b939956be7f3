import { type Expression, type ExpressionBuilder, type RawBuilder, sql, type SqlBool } from 'kysely'
import type { DocumentFigures } from '#approval/wire/document-row.ts'
import type { DocumentStatus } from '#approval/types.ts'
import type { Tables } from '#server/database/tables.ts'
import { columnRoute } from './column-conditions.ts'
import { agesOf, figuresOf, type NodeList, type WaitingAge, type WaitingNode, waitingNodes } from './figures.ts'
import { type Orderable, withFilter, withOrder } from './filter-and-order.ts'
import { knownTotals, statesOfTotals, sumOfTotals } from './totals.ts'
import { type DocumentReader, othersReadable } from '../visibility/scope.ts'
import { documentQuery, type ListContext, type ListFilter, type ListName, type ListQuery, type ListRow, type Query } from './list-types.ts'

/** The rows of a page; performance does not depend on the number of documents. */
export async function page(listing: ListContext, list: ListName, listQuery: ListQuery): Promise<readonly ListRow[]> {
  const { query } = await recordsOf(listing, list, listQuery)
  return query.execute()
}

/**
 * The figures of a list: its exact total, the sum of amounts, and the number of rows with each remark. Reads all rows, so it may take
 * longer.
 */
export const figures = (listing: ListContext, list: ListName, filter: ListFilter): Promise<DocumentFigures> =>
  figuresOf(listing, list, { counted: counted(listing, list), filter })

/** The nodes of a list, each with the number of its rows within the rest of the filter. */
export const nodes = (listing: ListContext, list: NodeList, filter: ListFilter): Promise<readonly WaitingNode[]> =>
  waitingNodes(listing, list, { counted: counted(listing, list), filter })

/** The documents of the list of all by waiting time. */
export const ages = (listing: ListContext, filter: ListFilter): Promise<readonly WaitingAge[]> =>
  agesOf(listing, { counted: counted(listing, 'all'), filter })

/** Counts the rows of a list. */
export async function count(listing: ListContext, list: ListName, filter: ListFilter = {}): Promise<number> {
  const known = knownTotals(listing, list, filter)
  if (known) return (await sumOfTotals(listing, known)).total
  const { total } = await withFilter(counted(listing, list), { listing, list, filter }).select(sql<string>`count(*)`.as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
}

/** Counts the rows of a list in each state, and sums their amounts in RMB. */
export async function statesOf(listing: ListContext, list: ListName,
  filter: ListFilter): Promise<readonly { readonly state: DocumentStatus; readonly count: number; readonly amount: string }[]> {
  const known = knownTotals(listing, list, filter)
  if (known) return statesOfTotals(listing, known)
  const rows = await withFilter(counted(listing, list), { listing, list, filter })
    .select(['document.state', sql<string>`count(*)`.as('count'), sql<string>`coalesce(sum(document.amount), 0)`.as('amount')]).groupBy(
      'document.state',
    ).orderBy('document.state')
    .execute()
  return rows.map(({ count: rowCount, ...row }) => ({ ...row, count: Number(rowCount) }))
}

/** The query plan of a list's first page. */
export async function plan(listing: ListContext, list: ListName, listQuery: Partial<ListQuery> = {}): Promise<string> {
  const { query } = await recordsOf(listing, list, { current: 1, size: 20, orders: [], ...listQuery })
  const lines = await query.explain<Record<string, string>>('text', sql`analyze, buffers`)
  return lines.map((line) => line['QUERY PLAN']).join('\n')
}

/** Ids of the documents of a list in its order, up to a limit; for exports. */
export async function documentsOf(listing: ListContext, list: ListName, filter: Omit<ListQuery, 'current' | 'size'>,
  most: number): Promise<readonly string[]> {
  const { query, ordered } = await foundBy(listing, list, filter)
  const rows = await ordered(query.select('document.id')).limit(most).execute()
  return [...new Set(rows.map(({ id }) => id))]
}

/** The rows of a list for these documents. */
export const rowsAbout = (listing: ListContext, list: ListName, documents: readonly string[]): Promise<readonly ListRow[]> =>
  withColumns(sources[list](listing).where('document.id', 'in', documents), list).execute()

async function recordsOf(listing: ListContext, list: ListName, listQuery: ListQuery) {
  const { query, ordered } = await foundBy(listing, list, listQuery)
  return { query: ordered(withColumns(query, list)).limit(listQuery.size).offset((listQuery.current - 1) * listQuery.size) }
}

/** A filtered query and its order; by columns of a form where the query uses these. */
async function foundBy(listing: ListContext, list: ListName, listQuery: Omit<ListQuery, 'current' | 'size'>) {
  const route = await columnRoute(listing.db, listQuery)
  const filter = route ? { ...listQuery, own: undefined, ...(route.saysType && { businessTypes: undefined }) } : listQuery
  const source = sources[list](listing)
  return {
    query: withFilter(route ? route.from(source) : source, { listing, list, filter }),
    ordered: <Q extends Orderable>(query: Q): Q =>
      route?.order?.reduce<Q>((current, each) => current.orderBy(each) as Q, query) ?? withOrder(query, list, listQuery.orders),
  }
}

type ListSource = (listing: ListContext) => Query

const sources: Readonly<Record<ListName, ListSource>> = {
  todo: ({ db, reader: { id } }) =>
    documentQuery(db.selectFrom('task').innerJoin('document', 'document.id', 'task.document').where('task.assignee', '=', id)
      .where('task.state', '=', 'running')),
  // one row per document, at the reader's latest part in it: found in the order of the index, independent of how many they have handled
  handled: ({ db, reader: { id } }) =>
    documentQuery(db.selectFrom('task').innerJoin('document', 'document.id', 'task.document').where('task.assignee', '=', id)
      .where('task.state', '=', 'done').where(isLastPart(id))),
  initiated: ({ db, reader: { id } }) => db.selectFrom('document').where('document.starter', '=', id),
  copied: ({ db, reader: { id } }) =>
    documentQuery(db.selectFrom('cc').innerJoin('document', 'document.id', 'cc.document').where('cc.person', '=', id)),
  all: ({ db, reader }) => {
    const documents: Query = db.selectFrom('document')
    return readsOthers(reader) ? documents.where(othersAndOwn(reader)) : documents.where('document.starter', '=', reader.id)
  },
}

/** Condition that the person has no later part in the document. */
const isLastPart = (id: string) =>
  sql<boolean>`not exists (select from task later where later.document = task.document and later.assignee = ${id}
    and later.state = 'done' and (later.finished_at, later.id) > (task.finished_at, task.id))`

/** Returns whether a reader may see documents of others; otherwise the list of all contains only their own. */
const readsOthers = ({ types, departments }: DocumentReader): boolean =>
  [types, departments].every((part) => part === 'all' || part.length > 0)

/** Adds the reader's own documents; not needed for a reader of all documents. */
const othersAndOwn = (reader: DocumentReader) => (eb: ExpressionBuilder<Tables, 'document'>): Expression<SqlBool> =>
  reader.types === 'all' && reader.departments === 'all'
    ? othersReadable(reader)(eb)
    : eb.or([eb('document.starter', '=', reader.id), othersReadable(reader)(eb)])

/** The documents of a list without an order, for counting. */
const counted = (listing: ListContext, list: ListName): Query => (list === 'handled' ? handledAtAll(listing) : sources[list](listing))

const handledAtAll: ListSource = ({ db, reader: { id } }) =>
  db.selectFrom('document').where('document.id', 'in', ({ selectFrom }) =>
    selectFrom('task').select('task.document').where('task.assignee', '=', id).where('task.state', '=', 'done'))

/** Minimum over the running tasks. */
const ofOpenTasks = (column: 'arrived_at' | 'due_at') =>
  sql<Date | null>`case when document.state = 'inApproval' then (select min(${
    sql.ref(`open.${column}`)
  }) from task open where open.document = document.id and open.state = 'running') end`

const noTask = { task: sql`null`, node: sql`null`, node_cn: sql`null`, node_en: sql`null`, countersign: sql`false` } as const

/** Number of the pinned version of the flow, which administrators see. */
const flowVersion = sql`(select version from definition where kind = 'flow' and key = document.type and hash = document.flow)`

const listColumns = {
  todo: {
    task: sql`task.id`,
    node: sql`task.node`,
    node_cn: sql`task.node_cn`,
    node_en: sql`task.node_en`,
    countersign: sql`task.origin = 'countersign'`,
    since: sql`task.arrived_at`,
    due_at: sql`task.due_at`,
    read: sql`task.read`,
  },
  copied: { ...noTask, since: sql`cc.added_at`, due_at: ofOpenTasks('due_at'), read: sql`cc.read_at is not null` },
  other: { ...noTask, since: ofOpenTasks('arrived_at'), due_at: ofOpenTasks('due_at'), read: sql`true` },
} as const

function withColumns(query: Query, list: ListName) {
  const columns = listColumns[list === 'todo' || list === 'copied' ? list : 'other']
  return query.select([
    'document.id',
    'document.number',
    'document.type',
    'document.form',
    'document.flow',
    'document.title',
    'document.title_en',
    'document.subject',
    'document.subject_en',
    'document.state',
    'document.amount',
    'document.starter',
    'document.applicant',
    'document.department',
    'document.current_nodes',
    'document.started_at',
    'document.ended_at',
    'document.urged',
    'document.marks',
    (list === 'all' ? flowVersion : sql`null`).as('flow_version'),
    ...Object.entries<RawBuilder<unknown>>(columns).map(([name, column]) => column.as(name)),
  ]).$castTo<ListRow>()
}
