import { system } from '#approval/event.ts'
import { startNode } from '#approval/types.ts'
import { MeaningfulError } from '#kernel/errors.ts'
import type { Db } from '#server/database/tables.ts'
import { transaction } from '#server/database/transaction.ts'
import { act } from '#server/documents/lifecycle/commands.ts'
import type { Definitions } from '#server/documents/definitions/definition-store.ts'
import { nobody } from '#server/identity/system-caller.ts'
import { type Job, type JobWork, minutes } from './job.ts'

/** Hands on the tasks of people who were disabled or have left: to their stand-in, their superior, or an administrator. */
export const reassignOrphanedTasks = (flows: Definitions): Job => ({
  name: 'relieveTheGone',
  every: minutes(10),
  async run(work) {
    const { host, db, signal } = work
    const directory = await host.directory(db)
    const gone = (await holders(db)).filter((person) => {
      const found = directory.person(person)
      return !found?.enabled || found.departed
    })
    for (const { id, document } of await tasksOf(db, gone)) {
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

/** A failure of one document must not keep the others waiting. */
async function reassign({ host, db, at }: JobWork, flows: Definitions,
  { task, document }: { task: string; document: string }): Promise<void> {
  try {
    await transaction(db, (tx) => act({ host, flows, db: tx, caller: nobody, at }, document, { action: 'replace', task }))
  } catch (error) {
    // in the meantime someone was faster, or nobody is left to hand it to: an administrator sees it in the lists
    if (!(error instanceof MeaningfulError)) throw error
    host.log.warn({ document, task, code: error.code }, 'a task of somebody who is gone could not be handed on')
  }
}
