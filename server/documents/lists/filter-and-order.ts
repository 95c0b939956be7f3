import { type RawBuilder, sql } from 'kysely'
import type { Age } from '#kernel/values/ages.ts'
import { endOfDay, startOfDay } from '#kernel/values/dates.ts'
import { type DocumentStatus, startNode } from '#approval/types.ts'
import { containingEither, hasWords } from '#server/identity/organisation/search-text.ts'
import { columnContains, hasColumn, isAbsence } from './column-conditions.ts'
import { type ListContext, type ListFilter, type ListName, type ListSort, type Query, type Remark, remarks } from './list-types.ts'
import { type DocumentReader, hasSubject } from '../visibility/scope.ts'
import { stateOf } from '../wire.ts'

interface FilterContext {
  readonly listing: Pick<ListContext, 'at' | 'reader' | 'batchTasks'>
  readonly list: ListName
  readonly filter: ListFilter
}

/** Applies a filter. */
export function withFilter(query: Query, filtering: FilterContext): Query {
  const { listing, list, filter } = filtering
  return remarkConditions(filter, listing, list).reduce((current, condition) => current.where(condition), withoutRemarks(query, filtering))
}

/** Conditions for the remarks and marks of a filter. */
export const remarkConditions = (filter: ListFilter, listing: Pick<ListContext, 'at' | 'batchTasks'>,
  list: ListName): readonly RawBuilder<boolean>[] => [
  ...remarks.filter((remark) => filter[remark]).map((remark) => hasRemark(remark, listing, list)),
  ...(filter.marks ?? []).map(hasMark),
]

/** Condition that a document has a mark. */
export const hasMark = (mark: string): RawBuilder<boolean> => sql<boolean>`${mark} = any(document.marks)`

/** Applies a filter without its remarks and marks. */
export const withoutRemarks = (query: Query, filtering: FilterContext): Query =>
  conditions.reduce((current, condition) => condition(current, filtering.filter, filtering), query)

/** Condition that a row has a remark: in the to-do list the task itself is overdue, elsewhere any task of the document. */
export function hasRemark(remark: Remark, { at, batchTasks = [] }: Pick<ListContext, 'at' | 'batchTasks'>,
  list: ListName): RawBuilder<boolean> {
  if (remark === 'urged') return sql<boolean>`(document.urged > 0 and document.state = 'inApproval')`
  if (remark === 'batchPass') return list === 'todo' ? sql<boolean>`task.id = any(${[...batchTasks]}::text[])` : sql<boolean>`false`
  if (list === 'todo') return sql<boolean>`task.due_at < ${at}`
  return sql<boolean>`exists (select from task late where late.document = document.id and late.state = 'running' and late.due_at < ${at})`
}

type Condition = (query: Query, filter: ListFilter, filtering: FilterContext) => Query

/** A `like` pattern for a literal text, with wildcards escaped. */
const containing = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`

const conditions: readonly Condition[] = [
  (query, { businessNo }) => (businessNo ? query.where('document.number', 'ilike', containing(businessNo)) : query),
  (query, {
    title,
  }) => (title
    ? query.where(sql<boolean>`(document.title ilike ${containing(title)} or document.title_en ilike ${containing(title)})`)
    : query),
  (query, { keyword, searched }, { listing: { reader } }) => (keyword ? query.where(keywordCondition(keyword, reader, searched)) : query),
  // conditions on columns already imply the type of documents
  (query,
    { businessTypes,
      own = [] }) => (businessTypes?.length && own.every(isAbsence) ? query.where('document.type', 'in', businessTypes) : query),
  (query, { state }) => (state === undefined ? query : query.where('document.state', '=', stateOf(state) ?? ('none' as DocumentStatus))),
  (query, { initiator }) => (initiator ? query.where('document.starter', '=', initiator) : query),
  (query, { departments }) => (departments?.length ? query.where('document.department', 'in', departments) : query),
  (query, { node }, { list }) => (node?.length ? query.where(waitsAt(node, list)) : query),
  (query, { waited, node }, { list, listing: { at } }) => (waited ? query.where(hasWaited({ waited, node, list, at })) : query),
  (query, { initiatorGone }) => (initiatorGone ? query.where('document.id', 'in', waitingForTheGone) : query),
  (query, { problem }) => (problem ? query.where(isStuck) : query),
  (query, { own = [] }) => own.reduce((current, condition) => current.where(hasColumn(condition)), query),
  (query, { from }) => (from ? query.where('document.started_at', '>=', startOfDay(from)) : query),
  (query, { to }) => (to ? query.where('document.started_at', '<', endOfDay(to)) : query),
]

/** Condition that the row waits at one of these nodes: the task in the to-do list, elsewhere the document. */
const waitsAt = (nodes: readonly string[], list: ListName): RawBuilder<boolean> =>
  list === 'todo'
    ? sql<boolean>`task.node = any(${[...nodes]}::text[])`
    : sql<boolean>`(${sql.join(nodes.map((id) => sql`document.current_nodes @> ${JSON.stringify([{ id }])}::jsonb`), sql` or `)})`

interface WaitingFilter {
  readonly waited: Age
  readonly node: readonly string[] | undefined
  readonly list: ListName
  readonly at: Date
}

/**
 * Condition on whole days of waiting: of the task in the to-do list, elsewhere of the document, since it arrived at its current node or
 * at one of these nodes.
 */
function hasWaited({ waited: { from, to }, node, list, at }: WaitingFilter): RawBuilder<boolean> {
  const within = (since: RawBuilder<unknown>) =>
    sql<boolean>`(${since} <= ${daysBefore(at, from)}${to === undefined ? sql`` : sql` and ${since} > ${daysBefore(at, to + 1)}`})`
  if (list === 'todo') return within(sql`task.arrived_at`)
  return sql<boolean>`document.id in (select document from (${waitingSince(node)}) waiting where ${within(sql`waiting.since`)})`
}

/** Documents with running tasks, with the earliest arrival, at one of these nodes or at any. */
export const waitingSince = (node: readonly string[] | undefined) =>
  sql<{ document: string; since: Date }>`select document, min(arrived_at) as since from task
    where state = 'running'${node?.length ? sql` and node = any(${[...node]}::text[])` : sql``} group by document`

const daysBefore = (at: Date, days: number): Date => new Date(at.getTime() - days * day)

const day = 86_400_000

/** Documents in approval that wait for nobody, or for somebody whose account is disabled. */
const isStuck = sql<boolean>`(document.state = 'inApproval' and (
  document.id in (select task.document from sys_user holder join task on task.assignee = holder.id
    where not holder.enable and task.state = 'running')
  or not exists (select from task where task.document = document.id and task.state = 'running')))`

/** Documents that wait for a change by an initiator whose account is disabled. */
const waitingForTheGone = sql<string>`(select task.document from sys_user holder join task on task.assignee = holder.id
  where not holder.enable and task.state = 'running' and task.node = ${startNode})`

/** Searches number, both titles, subject, initiator (both names, pinyin and initials), and these columns. */
function keywordCondition(keyword: string, reader: DocumentReader, searched: readonly string[] = []) {
  const like = containing(keyword)
  const either = containingEither(keyword)
  const columns = searched.length > 0 ? sql` or ${columnContains(searched, like)}` : sql``
  return sql<boolean>`(document.number ilike ${like} or document.title ilike any(${either}::text[])
    or document.title_en ilike any(${either}::text[]) or ${hasSubject(either, reader)}
    or document.starter in (select id from sys_user where name ilike ${like} or ${hasWords('pinyin', keyword)})${columns})`
}

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
