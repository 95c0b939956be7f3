import { sql } from 'kysely'
import { system } from '#approval/event.ts'
import { startNode } from '#approval/types.ts'
import { MeaningfulError } from '#kernel/errors.ts'
import type { Db } from '#server/database/tables.ts'
import { transaction } from '#server/database/transaction.ts'
import { act } from '#server/documents/lifecycle/commands.ts'
import '#server/identity/tables.ts'
import type { Definitions } from '#server/documents/definitions/definition-store.ts'
import { newId } from '#server/identity/id.ts'
import { nobody } from '#server/identity/caller.ts'
import { sendHeld } from '#server/messages/notify.ts'
import { type Job, type JobWork, minutes } from './job.ts'

/**
 * Hands on the tasks of people who were disabled or have left, to their stand-in, their superior or an administrator, and those of people
 * whose absence has begun, to their substitute, unless they keep what was open. When the absence ends, tasks on which the substitute has
 * not acted go back; when another substitute is named, they go there.
 */
export const reassignOrphanedTasks = (flows: Definitions): Job => ({
  name: 'relieveTheGone',
  every: minutes(1),
  async run(work) {
    const { host, db, signal, at } = work
    const bulk = newId()
    const directory = await host.directory(db)
    const gone = (await holders(db)).filter((person) => {
      const found = directory.person(person)
      return !found?.enabled || found.departed
    })
    for (const { id, document } of [...(await tasksOf(db, gone)), ...(await tasksOfAbsent(work))]) {
      if (signal.aborted) break
      await reassign(work, flows, { task: id, document, action: 'replace', bulk })
    }
    for (const { id, document } of await tasksToPutRight(work)) {
      if (signal.aborted) break
      await reassign(work, flows, { task: id, document, action: 'comeBack', bulk })
    }
    await sendHeld(db, at, bulk)
  },
})

const holders = async (db: Db): Promise<string[]> =>
  (await db.selectFrom('task').select('assignee').distinct().where('state', '=', 'running').where('assignee', '<>', system).execute()).map((
    { assignee },
  ) => assignee)

async function tasksOf(db: Db, people: readonly string[]) {
  if (people.length === 0) return []
  return db.selectFrom('task').select(['id', 'document']).where('state', '=', 'running').where('assignee', 'in', people).where('node', '<>',
    startNode).orderBy('document')
    .orderBy('id').execute()
}

/** Running tasks whose holder is away now, for the business type of the document; those open before only where they are handed over. */
const tasksOfAbsent = ({ db, at }: JobWork) =>
  db.selectFrom('task').innerJoin('document', 'document.id', 'task.document')
    .innerJoin('user_delegate as away', 'away.user_id', 'task.assignee')
    .select(['task.id', 'task.document']).distinct()
    .where('task.state', '=', 'running').where('task.node', '<>', startNode)
    .where('away.enable', '=', true).where('away.del_flag', '=', 0).where('away.start_time', '<=', at).where('away.end_time', '>', at)
    .where(isFor)
    .where((eb) => eb.or([eb('away.open_tasks', '=', 'handOver'), eb('task.arrived_at', '>=', eb.ref('away.start_time'))]))
    .orderBy('task.document').orderBy('task.id').execute()

/**
 * Running tasks held for an absence that is over for the business type, or for which another substitute is named now. Tasks on whose
 * documents the holder has acted since they arrived stay. The engine decides who has to hold a task.
 */
const tasksToPutRight = ({ db, at }: JobWork) =>
  db.selectFrom('task').innerJoin('document', 'document.id', 'task.document').select(['task.id', 'task.document'])
    .where('task.state', '=', 'running')
    .where((eb) =>
      eb.or([eb('task.held_for', 'is not', null), eb.and([eb('task.origin', '=', 'substitute'), eb('task.owner', 'is not', null)])])
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('user_delegate as away').select('away.id').where('away.user_id', '=', sql<string>`coalesce(task.held_for, task.owner)`)
            .whereRef('away.delegate_id', '=', 'task.assignee').where('away.enable', '=', true).where('away.del_flag', '=', 0)
            .where('away.start_time', '<=', at).where('away.end_time', '>', at).where(isFor),
        ),
      )
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('document_event as act').select('act.seq').whereRef('act.document', '=', 'task.document')
            .whereRef('act.by', '=', 'task.assignee').whereRef('act.at', '>', 'task.arrived_at'),
        ),
      )
    )
    .orderBy('task.document').orderBy('task.id').execute()

/** The condition that an absence is for the business type of the document. */
const isFor = sql<boolean>`(away.business_types = '{}' or document.type = any(away.business_types))`

/** Reassigns a task, without failing the run for a single document. */
async function reassign({ host, db, at }: JobWork, flows: Definitions,
  { task, document, action, bulk }: { task: string; document: string; action: 'replace' | 'comeBack'; bulk: string }): Promise<void> {
  try {
    await transaction(db, (tx) => act({ host, flows, db: tx, caller: nobody, at, bulk }, document, { action, task }))
  } catch (error) {
    // a concurrent action was first, nobody may act for the absent person, or nobody is left: administrators find the task in the lists
    if (!(error instanceof MeaningfulError)) throw error
    if (error.code !== 'approval.notAvailable')
      host.log.warn({ document, task, code: error.code }, 'a task of somebody who is gone or away could not be handed on')
  }
}
