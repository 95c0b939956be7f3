import { sql } from 'kysely'
import type { Label } from '#kernel/wording/label.ts'
import { bilingual } from '#kernel/wording/names.ts'
import type { Db } from '#server/database/tables.ts'
import { transaction } from '#server/database/transaction.ts'
import { approvalSettings } from '#server/documents/approval-settings/approval-settings.ts'
import { documentNoun } from '#server/messages/document-noun.ts'
import { hostKinds } from '#server/messages/kinds.ts'
import { sentences } from '#server/messages/rows.ts'
import type { MessageRow } from '#server/messages/tables.ts'
import { hours, type Job, minutes } from './job.ts'

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

function reminder({ document, assignee, number, due_at: due }: Late, at: Date, form: Label): MessageRow {
  const days = Math.floor((at.getTime() - due.getTime()) / hours(24))
  return { recipient: assignee, document, seq: 0, kind: 'overdue', type: hostKinds.overdue, created_at: at,
    ...sentences('overdue', { p: bilingual(documentNoun(form)), no: number, d: days }) }
}
