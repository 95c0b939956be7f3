import { startNode } from '#approval/types.ts'
import { MeaningfulError } from '#kernel/errors.ts'
import { isLockTimeout } from '#server/database/errors.ts'
import type { Db } from '#server/database/tables.ts'
import { transaction } from '#server/database/transaction.ts'
import { newId } from '#server/identity/id.ts'
import { sendHeld } from '#server/messages/held.ts'
import type { CommandContext } from './run-command.ts'
import { actUnlessMissing } from './commands.ts'

/** Old and new assignee, with the reason. */
export interface HandOver {
  readonly from: string
  readonly to: string
  readonly comment: string
}

/** The result for one document; `tasks` is 0 where the person has no running task there, or a second person has to confirm it. */
export interface HandedOver {
  readonly document: string
  readonly tasks: number
  readonly refusal?: Pick<MeaningfulError, 'code' | 'parameters'>
}

/**
 * Reassigns a person's running tasks, document by document: each in a transaction of its own, so that one that is refused (the
 * successor's own document, one that they take part in already) holds nobody up. Each person gets one message about all of them.
 */
export async function handOver(context: CommandContext, order: HandOver, documents: readonly string[]): Promise<HandedOver[]> {
  const bulk = context.bulk ?? (documents.length > 1 ? newId() : undefined)
  const results: HandedOver[] = []
  for (const document of documents) results.push(await handOverOne({ ...context, bulk }, order, document))
  // a change that its caller named goes on in further calls
  if (context.bulk === undefined && bulk !== undefined) await sendHeld(context.db, context.at, bulk)
  return results
}

async function handOverOne(context: CommandContext, { from, to, comment }: HandOver, document: string): Promise<HandedOver> {
  try {
    return await transaction(context.db, async (db) => {
      let proposed = 0
      const held = await heldTasks(db, document, from)
      for (const task of held) {
        const { proposal } = await actUnlessMissing({ ...context, db }, document, { action: 'reassign', task, person: to, comment })
        if (proposal) proposed += 1
      }
      const tasks = held.length - proposed
      return proposed === 0 ? { document, tasks } : { document, tasks, refusal: { code: 'interventions.proposed', parameters: {} } }
    })
  } catch (error) {
    if (error instanceof MeaningfulError) return { document, tasks: 0, refusal: { code: error.code, parameters: error.parameters } }
    if (isLockTimeout(error)) return { document, tasks: 0, refusal: { code: 'error.busy', parameters: {} } }
    throw error
  }
}

/** Reads the tasks under the document's lock, to see concurrent changes. */
async function heldTasks(db: Db, document: string, person: string): Promise<string[]> {
  await db.selectFrom('document').select('id').where('id', '=', document).forUpdate().executeTakeFirst()
  const rows = await db.selectFrom('task').select('id').where('document', '=', document).where('assignee', '=', person).where('state', '=',
    'running').where('node', '<>', startNode).orderBy('id').execute()
  return rows.map(({ id }) => id)
}
