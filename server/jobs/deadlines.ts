import { sql } from 'kysely'
import type { Label } from '#kernel/wording/label.ts'
import { bilingual } from '#kernel/wording/names.ts'
import { MeaningfulError } from '#kernel/errors.ts'
import { system } from '#approval/event.ts'
import { startNode } from '#approval/types.ts'
import type { Db } from '#server/database/tables.ts'
import { transaction } from '#server/database/transaction.ts'
import { approvalSettings } from '#server/documents/approval-settings/approval-settings.ts'
import { documentNoun, type MessageRow, sentences } from '#server/messages/rows.ts'
import { hostKinds } from '#server/messages/kinds.ts'
import type { Definitions } from '#server/documents/definitions/definition-store.ts'
import { act } from '#server/documents/lifecycle/commands.ts'
import { nobody } from '#server/identity/caller.ts'
import { hours, type Job, type JobWork, minutes } from './job.ts'

/** Reminds whoever has an overdue task: once on each of the days of being overdue that the company has set. */
export const overdueReminders: Job = {
  name: 'overdueReminders',
  every: minutes(10),
  async run({ host, db, at, signal }) {
    const { reminderDays: days } = await approvalSettings(db)
    const formOf = (type: string) => host.forms.get(type) ?? { cn: type, en: type }
    for (let more = days.length > 0; more && !signal.aborted;) {
      more = await transaction(db, (tx) => remindSome(tx, { at, days, formOf }))
    }
  },
}

const batch = 200

interface Late {
  readonly document: string
  readonly assignee: string
  readonly number: string
  readonly type: string
  readonly due_at: Date
}

interface Round {
  readonly at: Date
  /** Ascending. */
  readonly days: readonly number[]
  formOf(type: string): Label
}

/** Reminds a batch. @returns whether there may be more */
async function remindSome(db: Db, { at, days, formOf }: Round): Promise<boolean> {
  // skips documents locked by a running action; they are left to the next run
  const { rows } = await sql<Late>`
    with late as (
      select task.id, task.document, task.assignee, task.due_at, document.number, document.type, ${stage(at, days)} as stage
      from task join document on document.id = task.document
      where task.state = 'running' and task.due_at <= ${before(at, days[0] ?? 0)} and task.overdue_told < ${stage(at, days)}
      order by task.due_at limit ${batch}
      for no key update of task skip locked for key share of document skip locked
    ), notified as (
      update task set overdue_told = late.stage from late where task.id = late.id
    )
    select document, assignee, number, type, due_at from late`.execute(db)
  if (rows.length > 0) await db.insertInto('message').values(rows.map((row) => reminder(row, at, formOf(row.type)))).execute()
  return rows.length === batch
}

/** The last overdue day of which a task's assignee should have been notified by now. */
const stage = (at: Date, days: readonly number[]) =>
  sql<number>`case ${
    sql.join(days.toReversed().map((day) => sql`when task.due_at <= ${before(at, day)} then ${sql.lit(day)}`), sql` `)
  } end`

const before = (at: Date, days: number) => new Date(at.getTime() - hours(24 * days))

/** The reminder of an overdue task. @param until the instant up to which days are counted */
function reminder({ document, assignee, number, due_at: due }: Late, until: Date, form: Label, at = until): MessageRow {
  const days = Math.floor((until.getTime() - due.getTime()) / hours(24))
  return { recipient: assignee, document, seq: 0, kind: 'overdue', type: hostKinds.overdue, created_at: at,
    ...sentences('overdue', { p: bilingual(documentNoun(form)), no: number, d: days }) }
}

/** Applies the timeout of overdue tasks: reminds of, reassigns, passes, refuses or returns them as their node declares. */
export const timeOuts = (flows: Definitions): Job => ({
  name: 'timeOuts',
  every: minutes(10),
  async run(work) {
    const { host, db, at, signal } = work
    const formOf = (type: string) => host.forms.get(type) ?? { cn: type, en: type }
    for (let more = true; more && !signal.aborted;) more = await transaction(db, (tx) => remindOfEnd(tx, { at, formOf }))
    for (const task of await overdueTasks(work)) {
      if (work.signal.aborted) return
      await timeOut(work, flows, task)
    }
  },
})

interface OverdueTask {
  readonly id: string
  readonly document: string
}

/**
 * Reminds a batch of holders whose time is over at nodes that declare a reminder; the reminders of the following days are the company's.
 *
 * @returns whether there may be more
 */
async function remindOfEnd(db: Db, { at, formOf }: Omit<Round, 'days'>): Promise<boolean> {
  const { rows } = await sql<Late>`
    with late as (
      select task.id, task.document, task.assignee, task.due_at, document.number, document.type
      from task join document on document.id = task.document
      join definition on definition.kind = 'flow' and definition.key = document.type and definition.hash = document.flow
      where task.state = 'running' and task.due_at <= ${at} and not task.due_reminded and task.overdue_told = 0
        and jsonb_path_exists(definition.body, '$.** ? (@.id == $node && @.onTimeout.action == "remind")',
          jsonb_build_object('node', task.node), true)
      order by task.due_at limit ${batch}
      for no key update of task skip locked for key share of document skip locked
    ), notified as (
      update task set due_reminded = true from late where task.id = late.id
    )
    select document, assignee, number, type, due_at from late`.execute(db)
  if (rows.length > 0) await db.insertInto('message').values(rows.map((row) => reminder(row, row.due_at, formOf(row.type), at))).execute()
  return rows.length === batch
}

/** Overdue tasks in flows with a timeout action at some node. Reassigning restarts the working hours. */
async function overdueTasks({ db, at }: JobWork): Promise<readonly OverdueTask[]> {
  const { rows } = await sql<OverdueTask>`
    select task.id, task.document from task join document on document.id = task.document
    join definition on definition.kind = 'flow' and definition.key = document.type and definition.hash = document.flow
    where task.state = 'running' and task.due_at <= ${at} and task.node <> ${startNode} and task.assignee <> ${system}
      and jsonb_path_exists(definition.body, 'strict $.**.onTimeout')
    order by task.due_at, task.id`.execute(db)
  return rows
}

/** Applies a timeout; no-op where a concurrent decision was first. */
async function timeOut({ host, db, at }: JobWork, flows: Definitions, { id, document }: OverdueTask): Promise<void> {
  try {
    await transaction(db, (tx) => act({ host, flows, db: tx, caller: nobody, at }, document, { action: 'timeOut', task: id }))
  } catch (error) {
    if (!(error instanceof MeaningfulError)) throw error
    // a node without an action, or without a person to reassign to: the assignee was reminded
    if (error.code !== 'approval.notAvailable' && error.code !== 'approval.taskMoved')
      host.log.warn({ document, task: id, code: error.code }, 'an overdue task could not be acted on')
  }
}
