import { type SelectQueryBuilder, sql } from 'kysely'
import { endOfDay, startOfDay } from '#kernel/values/dates.ts'
import type { MessageType } from '#kernel/plugin.ts'
import { permits } from '#kernel/permissions.ts'
import type { Db, Tables } from '#server/database/tables.ts'
import { containing } from '#server/identity/organisation/search-text.ts'
import type { ActionItemStep, Warning } from '#server/extensions/action-items.ts'
import type { Host } from '#server/host.ts'

/** The counts shown to a person; they only decrease by reading and acting. */
export interface Counts {
  readonly todo: number
  /** Overdue or due items: the person's overdue tasks, and the modules' warnings. */
  readonly warning: number
  readonly approve: number
  readonly cc: number
  readonly comment: number
  readonly commentAt: number
}

interface MessageQuery {
  readonly current: number
  readonly size: number
  readonly types?: readonly MessageType[]
  readonly kinds?: readonly string[]
  readonly read?: boolean
  readonly keyword?: string
  /** Inclusive days, yyyy-MM-dd. */
  readonly from?: string
  readonly to?: string
}

type Box = SelectQueryBuilder<Tables, 'message', object>

/** The messages of one person. */
export const messageBox = (db: Db, person: string) => ({
  /** A page of messages, newest first, with the exact total and the current titles of their documents. */
  async page(query: MessageQuery) {
    const filtered = withFilter(db.selectFrom('message').where('recipient', '=', person), query)
    const chosen = filtered.select(['message.id', 'message.created_at']).orderBy('message.created_at', 'desc').orderBy('message.id', 'desc')
      .limit(query.size).offset(
        (query.current - 1) * query.size,
      )
    const records = await shown(db).innerJoin(chosen.as('chosen'), 'message.id', 'chosen.id').orderBy('message.created_at', 'desc').orderBy(
      'message.id',
      'desc',
    ).execute()
    const { total } = await filtered.select(sql<string>`count(*)`.as('total')).executeTakeFirstOrThrow()
    return { records, total: Number(total) }
  },

  /** Marks one as read; the time of an earlier reading is kept. @returns whether the message exists */
  async read(id: string, at: Date): Promise<boolean> {
    const { numUpdatedRows } = await db.updateTable('message').set({ read_at: sql`coalesce(read_at, ${at})` }).where('id', '=', id).where(
      'recipient',
      '=',
      person,
    )
      .executeTakeFirst()
    return numUpdatedRows > 0n
  },

  /** Marks all messages as read, or all of one type. @returns their number */
  async readAll(at: Date, type?: MessageType): Promise<number> {
    const unread = db.updateTable('message').set({ read_at: at }).where('recipient', '=', person).where('read_at', 'is', null)
    const { numUpdatedRows } = await (type ? unread.where('type', '=', type) : unread).executeTakeFirst()
    return Number(numUpdatedRows)
  },

  /** Deletes a message. @returns whether it existed */
  async remove(id: string): Promise<boolean> {
    const { numDeletedRows } = await db.deleteFrom('message').where('id', '=', id).where('recipient', '=', person).executeTakeFirst()
    return numDeletedRows > 0n
  },

  /** Marks messages about documents as read, when these were opened. */
  async readAbout(documents: readonly string[], at: Date): Promise<void> {
    await db.updateTable('message').set({ read_at: at }).where('recipient', '=', person).where('document', 'in', documents).where('read_at',
      'is', null).execute()
  },
})

/** Messages with the current titles of their documents. */
export const shown = (db: Db) =>
  db.selectFrom('message')
    .leftJoin('document', 'document.id', 'message.document').leftJoin('definition', (join) =>
      join.on('definition.kind', '=', 'flow').onRef('definition.key', '=', 'document.type').onRef('definition.hash', '=', 'document.flow'))
    .selectAll('message').select(['document.number', 'document.type as form', 'document.starter', 'document.applicant', 'document.subject',
      'document.subject_en', 'document.title as document_title', 'document.title_en as document_title_en', 'definition.version'])

export type ListedMessage = Awaited<ReturnType<ReturnType<typeof shown>['execute']>>[number]

type Condition = (query: Box, filter: MessageQuery) => Box

const conditions: readonly Condition[] = [
  (query, { types }) => (types?.length ? query.where('message.type', 'in', types) : query),
  (query, { kinds }) => (kinds?.length ? query.where('message.kind', 'in', kinds) : query),
  (query, { read }) => (read === undefined ? query : query.where('message.read_at', read ? 'is not' : 'is', null)),
  (query, { keyword }) => (keyword?.trim() ? query.where(mentions(containing(keyword))) : query),
  (query, { from }) => (from ? query.where('message.created_at', '>=', startOfDay(from)) : query),
  (query, { to }) => (to ? query.where('message.created_at', '<', endOfDay(to)) : query),
]

const withFilter = (query: Box, filter: MessageQuery): Box => conditions.reduce((current, condition) => condition(current, filter), query)

/** Condition that the text of a message, or title or subject of its document, matches. */
const mentions = (like: string) =>
  sql<
    boolean
  >`(message.title ilike ${like} or message.content ilike ${like} or message.en_title ilike ${like} or message.en_content ilike ${like}
    or exists (select from document where document.id = message.document
      and (document.title ilike ${like} or document.title_en ilike ${like} or document.subject ilike ${like}
        or document.subject_en ilike ${like})))`

/** The six counts of a person, including the modules' warnings. */
export async function countsOf(host: Pick<Host, 'warnings'>, step: ActionItemStep): Promise<Counts> {
  const [counts, warned] = await Promise.all([ownCounts(step.db, [step.caller.id], step.at), warningsOf(host.warnings, step)])
  return withWarnings(counts.get(step.caller.id) ?? nothing, warned)
}

/**
 * Counts of several people in one statement over indexes: running tasks, overdue ones and unread messages; without the modules' warnings.
 */
export async function ownCounts(db: Db, people: readonly string[], at: Date): Promise<ReadonlyMap<string, Counts>> {
  const { rows } = await sql<{ person: string; name: 'todo' | 'warning' | MessageType; n: string }>`
    select assignee as person, 'todo' as name, count(*) as n from task where assignee = any(${people}) and state = 'running' group by 1
    union all select assignee, 'warning', count(*) from task where assignee = any(${people}) and state = 'running' and due_at < ${at}
    group by 1
    union all select recipient, type, count(*) from message where recipient = any(${people}) and read_at is null group by 1, 2`.execute(db)
  const counted = new Map(rows.map(({ person, name, n }) => [`${name}:${person}`, Number(n)]))
  return new Map(people.map((person) => {
    const of = (name: 'todo' | 'warning' | MessageType) => counted.get(`${name}:${person}`) ?? 0
    // journeys are counted as approvals
    return [person, { todo: of('todo'), warning: of('warning'), approve: of('APPROVE') + of('JOURNEY'), cc: of('CC'),
      comment: of('COMMENT'), commentAt: of('COMMENT_AT') }]
  }))
}

/** Counts the modules' warnings for a person. */
export async function warningsOf(warnings: readonly Warning[], step: ActionItemStep): Promise<number> {
  const permitted = warnings.filter(({ needs }) => needs === undefined || permits(step.caller.permissions, needs))
  const counted = await Promise.all(permitted.map((warning) => warning.count(step)))
  return counted.reduce((sum, count) => sum + count, 0)
}

/** Adds the modules' warnings to the count of overdue tasks. */
export const withWarnings = (counts: Counts, warned: number): Counts => ({ ...counts, warning: counts.warning + warned })

/** Adds the former name of a count, which has a hyphen. */
export const countsOnWire = (counts: Counts) => ({ ...counts, 'comment-at': counts.commentAt })

export const nothing: Counts = { todo: 0, warning: 0, approve: 0, cc: 0, comment: 0, commentAt: 0 }
