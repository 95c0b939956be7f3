import { type RawBuilder, sql } from 'kysely'
import type { DocumentFigures } from '#approval/wire/document-row.ts'
import { startNode } from '#approval/types.ts'
import { type Age, waitingAges } from '#kernel/values/ages.ts'
import { startOfDay, todayOf } from '#kernel/values/dates.ts'
import type { Label } from '#kernel/wording/label.ts'
import type { Db } from '#server/database/tables.ts'
import { hasMark, hasRemark, remarkConditions, waitingSince, withFilter, withoutRemarks } from './filter-and-order.ts'
import { knownTotals, sumOfTotals } from './totals.ts'
import { type ListFilter, type ListContext, type ListName, type Query, remarks } from './list-types.ts'

interface FigureQuery {
  readonly counted: Query
  readonly filter: ListFilter
}

/** Total and sum of a filtered list, in one statement that reads few columns. */
export async function figuresOf(listing: ListContext, list: ListName, { counted, filter }: FigureQuery): Promise<DocumentFigures> {
  if (list === 'todo') return withQuick(listing, { counted, filter })
  const known = knownTotals(listing, list, filter)
  if (known) return sumOfTotals(listing, known)
  const { total, amount } = await withFilter(counted, { listing, list, filter }).select([rows.as('total'), sum.as('amount')])
    .executeTakeFirstOrThrow()
  return { total: Number(total), amount }
}

const rows = sql<string>`count(*)`
const sum = sql<string>`coalesce(sum(document.amount), 0)`

async function withQuick(listing: ListContext, { counted, filter }: FigureQuery): Promise<DocumentFigures> {
  const known = remarks.filter((remark) => remark !== 'batchPass' || listing.batchTasks)
  const counts = [...known.map((remark) => [remark, hasRemark(remark, listing, 'todo')] as const),
    ...(listing.marks ?? []).map((mark) => [mark, hasMark(mark)] as const)]
  const chosen = remarkConditions(filter, listing, 'todo')
  const shown = chosen.length > 0 ? sql` filter (where ${sql.join(chosen, sql` and `)})` : sql``
  const { total, amount, ...quick } = await withoutRemarks(counted, { listing, list: 'todo', filter })
    .select([sql<string>`count(*)${shown}`.as('total'), sql<string>`coalesce(sum(document.amount)${shown}, 0)`.as('amount'),
      ...counts.map(([name, condition]) => having(condition).as(name))])
    .executeTakeFirstOrThrow()
  return { total: Number(total), amount: amount ?? '0',
    quick: Object.fromEntries(counts.map(([name]) => [name, Number((quick as Record<string, string>)[name])])) }
}

const having = (condition: RawBuilder<boolean>) => sql<string>`count(*) filter (where ${condition})`

/** The counts of a person's items, as shown in the menu, on the home page and above the lists. */
export interface WaitingCounts {
  /** Their running tasks, and the overdue ones among them. */
  readonly todo: number
  readonly overdue: number
  /** Their own documents in approval; those returned to them for changes are counted as tasks. */
  readonly initiated: number
  readonly returned: number
  /** Copies that they have not opened. */
  readonly cc: number
  readonly drafts: number
  /** Tasks that they finished today, by the company's time zone. */
  readonly handledToday: number
}

/** Reads all counts in one statement over indexes. */
export async function waitingFor(db: Db, person: string, at: Date): Promise<WaitingCounts> {
  const { rows: [counts] } = await sql<Record<Exclude<keyof WaitingCounts, 'handledToday'> | 'handled', string>>`
    select todo, overdue, initiated, returned, cc, drafts, handled
    from (select count(*) as todo, count(*) filter (where due_at < ${at}) as overdue,
        count(*) filter (where node = ${startNode}) as returned from task where assignee = ${person} and state = 'running') tasks,
      (select count(*) as initiated from document where starter = ${person} and state = 'inApproval') own,
      (select count(*) as cc from cc where person = ${person} and read_at is null) copies,
      (select count(*) as handled from task where assignee = ${person} and state = 'done' and finished_at >= ${dayOf(at)}) today,
      (select count(*) as drafts from user_input_cache where user_id = ${person} and document = '') kept`.execute(db)
  const { todo, overdue, initiated, returned, cc, drafts, handled } = counts!
  return { todo: Number(todo), overdue: Number(overdue), initiated: Number(initiated), returned: Number(returned), cc: Number(cc),
    drafts: Number(drafts), handledToday: Number(handled) }
}

/** Start of the day of an instant. */
const dayOf = (at: Date): Date => startOfDay(todayOf(at))

/** A node at which tasks wait. Nodes with the same name are merged, with their ids joined by commas. */
export interface WaitingNode extends Label {
  readonly node: string
  /** Number of tasks there within the rest of the filter. */
  readonly count: number
}

/** Lists whose documents are grouped by node. */
export type NodeList = 'todo' | 'all'

/** All nodes with tasks of the reader, or with documents of the list of all, by descending count; ignores the filter by node. */
export async function waitingNodes(listing: ListContext, list: NodeList,
  { counted, filter: listFilter }: FigureQuery): Promise<readonly WaitingNode[]> {
  const { node: _, ...filter } = listFilter
  const isOwn = list === 'todo'
  const left = withFilter(counted, { listing, list, filter }).select(sql<string>`${sql.ref(isOwn ? 'task.id' : 'document.id')}`.as('id'))
    .as('remaining')
  const tasks = listing.db.selectFrom('task').leftJoin(left, 'remaining.id', isOwn ? 'task.id' : 'task.document').where('task.state', '=',
    'running')
  const found =
    await (isOwn ? tasks.where('assignee', '=', listing.reader.id) : tasks.where('task.document', 'in', counted.select('document.id')))
      .select(['node_cn as cn', 'node_en as en', sql<string>`string_agg(distinct task.node, ',')`.as('node'),
        sql<string>`count(distinct remaining.id)`.as('count')])
      .groupBy(['node_cn', 'node_en']).orderBy('count', 'desc').orderBy('node_cn').execute()
  return found.map(({ count, ...node }) => ({ ...node, count: Number(count) }))
}

/** The number of documents by days of waiting, with the sum of their amounts. */
export interface WaitingAge extends Age {
  readonly count: number
  /** Decimal text in RMB. */
  readonly amount: string
}

/** The documents of the list of all by waiting time at their current node, or at the nodes of the filter; in one statement. */
export async function agesOf(listing: ListContext, { counted, filter: listFilter }: FigureQuery): Promise<readonly WaitingAge[]> {
  const { waited: _, ...filter } = listFilter
  const waiting = sql<{ document: string; since: Date }>`(${waitingSince(filter.node)})`.as('waiting')
  const found = await withFilter(counted, { listing, list: 'all', filter }).innerJoin(waiting, 'waiting.document', 'document.id')
    .select([ageAt(listing.at).as('age'), rows.as('count'), sum.as('amount')]).groupBy('age').execute()
  const byAge = new Map(found.map(({ age, ...figures }) => [Number(age), figures]))
  return waitingAges.map((age, index) => ({ ...age, count: Number(byAge.get(index)?.count ?? 0), amount: byAge.get(index)?.amount ?? '0' }))
}

/** The index of a document's age, from 0: whole days, like the filter of lists. */
const ageAt = (at: Date) =>
  sql<number>`width_bucket(extract(epoch from (${at}::timestamptz - waiting.since)) / 86400, ${
    waitingAges.slice(1).map(({ from }) => from)
  }::numeric[])`
