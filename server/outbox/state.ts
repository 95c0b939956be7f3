import { sql } from 'kysely'
import type { Db } from '#server/database/tables.ts'
import './tables.ts'

/** Sending is paused until it is confirmed: a restored database does not know what was sent since its backup. */
export async function pauseOutbox(db: Db, reason: 'restored', at: Date): Promise<void> {
  await db.insertInto('outbox_pause').values({ since: at, reason }).onConflict((conflict) => conflict.doNothing()).execute()
}

/** Ends the pause. What waited since before it is sent, or given up as sent already. Answers how much waited. */
export async function resumeOutbox(db: Db, waiting: 'send' | 'discard'): Promise<number> {
  const paused = await db.deleteFrom('outbox_pause').returning('since').executeTakeFirst()
  if (!paused) return 0
  const old = db.updateTable('message_push').where('state', '=', 'PENDING').where('message', 'in',
    (inside) => inside.selectFrom('message').select('id').where('created_at', '<=', paused.since))
  const { numUpdatedRows } = await (waiting === 'discard'
    ? old.set({ state: 'FAILED', error: 'discarded after a restore' })
    : old.set({ due_at: sql<Date>`'-infinity'` }))
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Tries what failed once more, all of it or one. Answers how many. */
export async function tryAgain(db: Db, at: Date, id?: string): Promise<number> {
  const failed = db.updateTable('message_push').set({ state: 'PENDING', attempts: 0, due_at: at, error: null }).where('state', '=',
    'FAILED')
  const { numUpdatedRows } = await (id === undefined ? failed : failed.where('id', '=', id)).executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Forgets that something was sent, once nobody asks for it; what failed stays until it is tried again. */
export async function forgetSent(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('message_push').where('state', '=', 'SENT').where('sent_at', '<', before).execute()
}
