import { sql, type SelectQueryBuilder } from 'kysely'
import { instantOf } from '../../src/kernel/dates.ts'
import type { DocumentStatus } from '../../src/approval/types.ts'
import type { Db, Tables } from '../database/tables.ts'
import { othersReadable, type Reader } from './scope.ts'
import { stateOf } from './wire.ts'

/** The five views of documents. */
export type ListName = 'todo' | 'handled' | 'initiated' | 'copied' | 'all'

export interface ListFilter {
  readonly businessNo?: string
  readonly title?: string
  readonly keyword?: string
  readonly businessTypes?: readonly string[]
  readonly state?: number
  readonly initiator?: string
  readonly departments?: readonly string[]
  readonly node?: string
  /** Inclusive days, yyyy-MM-dd. */
  readonly from?: string
  readonly to?: string
}

export interface ListQuery extends ListFilter {
  readonly current: number
  readonly size: number
  readonly orders: readonly { readonly column: string; readonly asc: boolean }[]
}

/** One row of any of the lists. */
export interface ListRow {
  readonly id: string
  readonly number: string
  readonly type: string
  readonly title: string
  readonly title_en: string
  readonly state: DocumentStatus
  readonly amount: string | null
  readonly starter: string
  readonly department: string
  readonly current_nodes: Tables['document']['current_nodes']['__select__']
  readonly started_at: Date
  readonly ended_at: Date | null
  readonly task: string | null
  readonly since: Date | null
  readonly read: boolean
}

type Query = SelectQueryBuilder<Tables, 'document', object>

/** A page of one list with its exact total and the sum of the amounts. */
export async function page(db: Db, reader: Reader, list: ListName, query: ListQuery) {
  const filtered = withFilter(sources[list](db, reader), query)
  const records = (await recordsOf(filtered, list, query).execute()) as unknown as ListRow[]
  const { total, amount } = await filtered
    .select([sql<string>`count(*)`.as('total'), sql<string>`coalesce(sum(document.amount), 0)`.as('amount')])
    .executeTakeFirstOrThrow()
  return { records, total: Number(total), amount }
}

/** How the database finds the first page of a list. */
export async function plan(db: Db, reader: Reader, list: ListName): Promise<string> {
  const first: ListQuery = { current: 1, size: 20, orders: [] }
  const lines = await recordsOf(withFilter(sources[list](db, reader), first), list, first).explain<Record<string, string>>('text', sql`analyze, buffers`)
  return lines.map((line) => line['QUERY PLAN']).join('\n')
}

const recordsOf = (filtered: Query, list: ListName, query: ListQuery) =>
  withOrder(withColumns(filtered, list), list, query).limit(query.size).offset((query.current - 1) * query.size)

/** How many rows a list has. */
export async function count(db: Db, reader: Reader, list: ListName, filter: ListFilter = {}): Promise<number> {
  const { total } = await withFilter(sources[list](db, reader), filter).select(sql<string>`count(*)`.as('total')).executeTakeFirstOrThrow()
  return Number(total)
}

/** Copies of a person that they have not opened. */
export async function unreadCopies(db: Db, person: string): Promise<number> {
  const { total } = await db.selectFrom('cc').select(sql<string>`count(*)`.as('total')).where('person', '=', person).where('read_at', 'is', null).executeTakeFirstOrThrow()
  return Number(total)
}

const sources: Readonly<Record<ListName, (db: Db, reader: Reader) => Query>> = {
  todo: (db, { id }) =>
    db.selectFrom('task').innerJoin('document', 'document.id', 'task.document').where('task.assignee', '=', id).where('task.state', '=', 'running') as unknown as Query,
  handled: (db, { id }) =>
    db.selectFrom('document').where(({ exists, selectFrom }) =>
      exists(selectFrom('task').select(sql`1`.as('one')).whereRef('task.document', '=', 'document.id').where('task.assignee', '=', id).where('task.state', '=', 'done'))) as unknown as Query,
  initiated: (db, { id }) => db.selectFrom('document').where('document.starter', '=', id) as unknown as Query,
  copied: (db, { id }) =>
    db.selectFrom('cc').innerJoin('document', 'document.id', 'cc.document').where('cc.person', '=', id) as unknown as Query,
  all: (db, reader) => db.selectFrom('document').where(othersReadable(reader)) as unknown as Query,
}

const listColumns = {
  todo: { task: sql`task.id`, since: sql`task.arrived_at`, read: sql`task.read` },
  copied: { task: sql`null`, since: sql`cc.added_at`, read: sql`cc.read_at is not null` },
  other: { task: sql`null`, since: sql`case when document.state = 'inApproval' then document.updated_at end`, read: sql`true` },
} as const

function withColumns(query: Query, list: ListName) {
  const columns = listColumns[list === 'todo' || list === 'copied' ? list : 'other']
  return query.select([
    'document.id', 'document.number', 'document.type', 'document.title', 'document.title_en', 'document.state', 'document.amount',
    'document.starter', 'document.department', 'document.current_nodes', 'document.started_at', 'document.ended_at',
    columns.task.as('task'), columns.since.as('since'), columns.read.as('read'),
  ])
}

/** Wire names of the columns that a list may be sorted by. */
const sortable: Readonly<Record<string, string>> = {
  businessNo: 'document.number', title: 'document.title', createTime: 'document.started_at', endTime: 'document.ended_at', amount: 'document.amount',
}

const defaultOrder: Readonly<Record<ListName, ReturnType<typeof sql>>> = {
  todo: sql`task.arrived_at asc`,
  handled: sql`document.updated_at desc`,
  initiated: sql`document.started_at desc`,
  copied: sql`cc.added_at desc`,
  all: sql`document.started_at desc`,
}

function withOrder<Q extends ReturnType<typeof withColumns>>(query: Q, list: ListName, { orders }: ListQuery): Q {
  const chosen = orders.flatMap(({ column, asc }) => (sortable[column] ? [sql`${sql.ref(sortable[column])} ${sql.raw(asc ? 'asc' : 'desc')} nulls last`] : []))
  const all = chosen.length > 0 ? chosen : [defaultOrder[list]]
  return [...all, sql`document.id`].reduce<Q>((ordered, order) => ordered.orderBy(order) as Q, query)
}

type Condition = (query: Query, filter: ListFilter) => Query

/** Literal text: the wildcards of `like` mean themselves. */
const containing = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`

const conditions: readonly Condition[] = [
  (query, { businessNo }) => (businessNo ? query.where('document.number', 'ilike', containing(businessNo)) : query),
  (query, { title }) => (title ? query.where(sql<boolean>`(document.title ilike ${containing(title)} or document.title_en ilike ${containing(title)})`) : query),
  (query, { keyword }) => (keyword ? query.where(keywordCondition(keyword)) : query),
  (query, { businessTypes }) => (businessTypes?.length ? query.where('document.type', 'in', businessTypes) : query),
  (query, { state }) => (state === undefined ? query : query.where('document.state', '=', stateOf(state) ?? ('none' as DocumentStatus))),
  (query, { initiator }) => (initiator ? query.where('document.starter', '=', initiator) : query),
  (query, { departments }) => (departments?.length ? query.where('document.department', 'in', departments) : query),
  (query, { node }) => (node ? query.where(sql<boolean>`document.current_nodes @> ${JSON.stringify([{ id: node }])}::jsonb`) : query),
  (query, { from }) => (from ? query.where('document.started_at', '>=', instantOf(`${from} 00:00:00`)!) : query),
  (query, { to }) => (to ? query.where('document.started_at', '<', new Date(instantOf(`${to} 00:00:00`)!.getTime() + day)) : query),
]

const day = 86_400_000

const withFilter = (query: Query, filter: ListFilter): Query => conditions.reduce((current, condition) => condition(current, filter), query)

/** Number, either title, or the person who filed it (both names, pinyin and initials). */
function keywordCondition(keyword: string) {
  const like = containing(keyword)
  return sql<boolean>`(document.number ilike ${like} or document.title ilike ${like} or document.title_en ilike ${like}
    or document.starter in (select id from sys_user where name ilike ${like} or pinyin like lower(${like})))`
}

