import { sql } from 'kysely'
import { system } from '#approval/event.ts'
import { startNode } from '#approval/types.ts'
import { MeaningfulError } from '#kernel/errors.ts'
import type { Db } from '#server/database/tables.ts'
import { transaction } from '#server/database/transaction.ts'
import { act } from '#server/documents/lifecycle/commands.ts'
import '#server/identity/tables.ts'
import type { Definitions } from '#server/documents/definitions/definition-store.ts'
import { nobody } from '#server/identity/system-caller.ts'
import { type Job, type JobWork, minutes } from './job.ts'

/**
 * Hands on the tasks of people who were disabled or have left, to their stand-in, their superior or an administrator, and those of people
 * whose leave has begun, to their substitute. Nothing comes back by itself.
 */
export const reassignOrphanedTasks = (flows: Definitions): Job => ({
  name: 'relieveTheGone',
  every: minutes(1),
  async run(work) {
    const { host, db, signal } = work
    const directory = await host.directory(db)
    const gone = (await holders(db)).filter((person) => {
      const found = directory.person(person)
      return !found?.enabled || found.departed
    })
    for (const { id, document } of [...(await tasksOf(db, gone)), ...(await tasksOfAbsent(work))]) {
      if (signal.aborted) return
      await reassign(work, flows, { task: id, document })
    }
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

/** Running tasks whose holder is away now, for the business type of the document. */
const tasksOfAbsent = ({ db, at }: JobWork) =>
  db.selectFrom('task').innerJoin('document', 'document.id', 'task.document')
    .innerJoin('user_delegate as away', 'away.user_id', 'task.assignee')
    .select(['task.id', 'task.document']).distinct()
    .where('task.state', '=', 'running').where('task.node', '<>', startNode)
    .where('away.enable', '=', true).where('away.del_flag', '=', 0).where('away.start_time', '<=', at).where('away.end_time', '>', at)
    .where((eb) => eb.or([eb('away.business_types', '=', sql<string[]>`'{}'`), eb('document.type', '=', eb.fn.any('away.business_types'))]))
    .orderBy('task.document').orderBy('task.id').execute()

/** A failure of one document must not keep the others waiting. */
async function reassign({ host, db, at }: JobWork, flows: Definitions,
  { task, document }: { task: string; document: string }): Promise<void> {
  try {
    await transaction(db, (tx) => act({ host, flows, db: tx, caller: nobody, at }, document, { action: 'replace', task }))
  } catch (error) {
    // someone was faster, nobody may act for somebody who is away, or nobody is left: an administrator sees it in the lists
    if (!(error instanceof MeaningfulError)) throw error
    if (error.code !== 'approval.notAvailable')
      host.log.warn({ document, task, code: error.code }, 'a task of somebody who is gone or away could not be handed on')
  }
}
