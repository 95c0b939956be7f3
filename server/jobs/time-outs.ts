import { sql } from 'kysely'
import { system } from '#approval/event.ts'
import { startNode } from '#approval/types.ts'
import { MeaningfulError } from '#kernel/errors.ts'
import { transaction } from '#server/database/transaction.ts'
import type { Definitions } from '#server/documents/definitions/definition-store.ts'
import { act } from '#server/documents/lifecycle/commands.ts'
import { nobody } from '#server/identity/system-caller.ts'
import { type Job, type JobWork, minutes } from './job.ts'

/** Applies the timeout of overdue tasks: reassigns, passes, refuses or returns them as their node declares. */
export const timeOuts = (flows: Definitions): Job => ({
  name: 'timeOuts',
  every: minutes(10),
  async run(work) {
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
