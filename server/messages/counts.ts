import { sql } from 'kysely'
import { permits } from '#kernel/permissions.ts'
import type { ActionItemStep } from '#server/extensions/action-items.ts'
import type { Db } from '#server/database/tables.ts'
import type { Host } from '#server/host.ts'
import type { Counts } from './box.ts'
import type { MessageType } from '#kernel/message-kind.ts'
import type { Warning } from './warning.ts'

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
