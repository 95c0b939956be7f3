import { type ColumnType, type Generated, type GeneratedAlways, sql } from 'kysely'
import type { Db } from '#server/database/tables.ts'

/** A transport by which messages leave the product. */
export const channels = ['EMAIL', 'CHAT'] as const

export type Channel = (typeof channels)[number]

interface PushTable {
  id: GeneratedAlways<string>
  message: string
  channel: Channel
  /** The external id of the message, the same for every attempt. */
  name: ColumnType<string, undefined, never>
  state: Generated<'PENDING' | 'SENT' | 'FAILED'>
  attempts: Generated<number>
  error: Generated<string | null>
  due_at: Date
  sent_at: Generated<Date | null>
}

/** A file attached to the mail of a message. */
interface FileTable {
  id: GeneratedAlways<string>
  message: string
  name: string
  type: string
  content: Buffer
}

declare module '#server/database/tables.ts' {
  interface Tables {
    message_push: PushTable
    message_file: FileTable
    outbox_pause: { singleton: Generated<boolean>; since: Date; reason: string }
  }
}

/** Pauses sending until an administrator confirms: a restored database does not know messages sent since its backup. */
export async function pauseOutbox(db: Db, reason: 'restored', at: Date): Promise<void> {
  await db.insertInto('outbox_pause').values({ since: at, reason }).onConflict((conflict) => conflict.doNothing()).execute()
}

/** Ends the pause; messages from before it are sent, or discarded as sent already. @returns their number */
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

/** Schedules failed messages again, all or one. @returns their number */
export async function tryAgain(db: Db, at: Date, id?: string): Promise<number> {
  const failed = db.updateTable('message_push').set({ state: 'PENDING', attempts: 0, due_at: at, error: null }).where('state', '=',
    'FAILED')
  const { numUpdatedRows } = await (id === undefined ? failed : failed.where('id', '=', id)).executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Deletes messages sent before an instant; failed ones are kept. */
export async function forgetSent(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('message_push').where('state', '=', 'SENT').where('sent_at', '<', before).execute()
}
