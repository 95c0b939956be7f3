import { setTimeout as sleep } from 'node:timers/promises'
import { MeaningfulError } from '#kernel/errors.ts'
import { storageOf } from '#server/attachments/storage/storage-of.ts'
import { transaction } from '#server/database/transaction.ts'
import type { Db } from '#server/database/tables.ts'
import type { Host } from '#server/host.ts'
import { type Job, type JobWork, minutes } from '#server/jobs/job.ts'
import { anchorOf } from '../anchor.ts'
import { personId } from '../company/save-company.ts'
import { fileStories } from '../stories/story.ts'
import { type Chapter, history } from './stories.ts'
import './tables.ts'

/** Of each minute, what it may take, ms: other jobs wait meanwhile. */
const share = 30_000

/**
 * Gives the demo company a past of two years, in the background: documents that are filed and decided through the engine,
 * so that ledger and statistics follow from them. Each occasion is one transaction and filed once; half of the time is left to people.
 */
export const demoHistory: Job = { name: 'demoHistory', every: minutes(1), run: fileHistory }

/** Written with the founding of the company: one that was founded before there was a history gets none. */
const founding = 'founding'

/** Written when the last occasion is. */
const whole = 'whole'

/** Returns whether the past of the company is still being filed. */
export async function isHistoryPending(db: Db, { env }: Pick<Host, 'env'>): Promise<boolean> {
  if (!env.demo || !env.demoHistory) return false
  const rows = await db.selectFrom('demo_chapter').select('name').where('name', 'in', [founding, whole]).execute()
  return rows.some(({ name }) => name === founding) && !rows.some(({ name }) => name === whole)
}

/** Notes that the company was founded with a history, which the job then files. */
export const beginHistory = (db: Db): Promise<unknown> => db.insertInto('demo_chapter').values({ name: founding, allowed: true }).execute()

async function fileHistory(work: JobWork): Promise<void> {
  const { host: { env, clock }, db, at, signal } = work
  if (!env.demo || !env.demoHistory) return
  const written = new Set((await db.selectFrom('demo_chapter').select('name').execute()).map(({ name }) => name))
  if (!written.has(founding) || written.has(whole)) return
  const anchor = await presentOf(work)
  for (const chapter of history(anchor).filter(({ name }) => !written.has(name))) {
    if (signal.aborted || clock.now().getTime() - at.getTime() > share) return
    const began = performance.now()
    await fileChapter(work, chapter, anchor)
    await sleep(performance.now() - began, undefined, { signal }).catch(() => undefined)
  }
  await db.insertInto('demo_chapter').values({ name: whole, allowed: true }).onConflict((conflict) => conflict.doNothing()).execute()
}

/** The company's present: DEMO_TODAY, or the moment at which it was founded. */
async function presentOf({ host, db }: JobWork): Promise<Date> {
  const { create_time: founded } = await db.selectFrom('sys_user').select('create_time').where('id', '=', personId('admin'))
    .executeTakeFirstOrThrow()
  return anchorOf(host.env, founded)
}

/** Files it, or remembers that the rules of the product do not allow it (a day on which somebody travels already). */
async function fileChapter({ host, db }: JobWork, { name, stories }: Chapter, anchor: Date): Promise<void> {
  try {
    await transaction(db, async (current) => {
      await current.insertInto('demo_chapter').values({ name, allowed: true }).execute()
      await pastAndRead(current,
        await fileStories({ host, flows: host.definitions, storage: storageOf(host.env), db: current, anchor }, stories))
    })
  } catch (error) {
    if (!(error instanceof Error && error.cause instanceof MeaningfulError)) throw error
    host.log.debug({ err: error }, 'the rules do not allow an occasion of the demo company’s past')
    await db.insertInto('demo_chapter').values({ name, allowed: false }).onConflict((conflict) => conflict.doNothing()).execute()
  }
}

/** Messages of long ago were read long ago, and nobody is notified of them now. */
async function pastAndRead(db: Db, documents: readonly string[]): Promise<void> {
  const messages = db.selectFrom('message').select('id').where('document', 'in', [...documents])
  await db.deleteFrom('message_waiting').where('message', 'in', messages).execute()
  await db.updateTable('message').set((eb) => ({ read_at: eb.ref('created_at') })).where('document', 'in', [...documents]).execute()
  await db.updateTable('cc').set((eb) => ({ read_at: eb.ref('added_at') })).where('document', 'in', [...documents]).execute()
  await db.updateTable('task').set({ read: true }).where('document', 'in', [...documents]).execute()
}
