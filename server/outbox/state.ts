import { sql } from 'kysely'
import { nowOf } from '../../src/kernel/dates.ts'
import type { Env } from '../env.ts'
import type { Db } from '../database/tables.ts'
import { type Channel, channels } from './tables.ts'
import './tables.ts'

/** How the outbox is, for whoever administers it. */
export interface OutboxState {
  readonly paused: { readonly since: string; readonly reason: string } | null
  readonly channels: readonly ChannelState[]
}

interface ChannelState {
  readonly channel: Channel
  /** Whether the settings name a server for it. */
  readonly configured: boolean
  readonly waiting: number
  readonly failed: number
  readonly sent: number
}

export interface FailedPush {
  readonly id: string
  readonly channel: Channel
  readonly recipient: string
  /** "中文/English" */
  readonly recipientName: string | null
  readonly title: string
  readonly enTitle: string
  readonly number: string | null
  readonly tries: number
  readonly error: string | null
  readonly createTime: string
}

/** Nothing leaves until somebody confirms it; for a restored database, which does not know what was sent since its backup. */
export async function pauseOutbox(db: Db, reason: 'restored', at: Date): Promise<void> {
  await db.insertInto('outbox_pause').values({ since: at, reason }).onConflict((conflict) => conflict.doNothing()).execute()
}

/** Ends the pause. What waited since before it is sent, or given up as sent already. Answers how much waited. */
export async function resumeOutbox(db: Db, waiting: 'send' | 'discard'): Promise<number> {
  const paused = await db.deleteFrom('outbox_pause').returning('since').executeTakeFirst()
  if (!paused) return 0
  const old = db.updateTable('message_push').where('state', '=', 'PENDING').where('message', 'in', (inside) => inside.selectFrom('message').select('id').where('created_at', '<=', paused.since))
  const { numUpdatedRows } = await (waiting === 'discard' ? old.set({ state: 'FAILED', error: 'discarded after a restore' }) : old.set({ claimed_until: null })).executeTakeFirst()
  return Number(numUpdatedRows)
}

export async function outboxState(db: Db, env: Pick<Env, 'mail' | 'chatWebhook'>): Promise<OutboxState> {
  const paused = await db.selectFrom('outbox_pause').selectAll().executeTakeFirst()
  const counted = await db.selectFrom('message_push').select(['channel', 'state', sql<string>`count(*)`.as('n')]).groupBy(['channel', 'state']).execute()
  const of = (channel: Channel, state: string) => Number(counted.find((row) => row.channel === channel && row.state === state)?.n ?? 0)
  const configured: Readonly<Record<Channel, boolean>> = { EMAIL: env.mail !== undefined, CHAT: env.chatWebhook !== undefined }
  return {
    paused: paused ? { since: nowOf(paused.since), reason: paused.reason } : null,
    channels: channels.map((channel) => ({ channel, configured: configured[channel], waiting: of(channel, 'PENDING'), failed: of(channel, 'FAILED'), sent: of(channel, 'SENT') })),
  }
}

/** A page of what could not leave, latest first. */
export async function failedPushes(db: Db, { current, size }: { readonly current: number; readonly size: number }) {
  const failed = db.selectFrom('message_push').where('message_push.state', '=', 'FAILED')
  const { total } = await failed.select(sql<string>`count(*)`.as('total')).executeTakeFirstOrThrow()
  const rows = await failed
    .innerJoin('message', 'message.id', 'message_push.message').leftJoin('document', 'document.id', 'message.document').leftJoin('sys_user', 'sys_user.id', 'message.recipient')
    .select(['message_push.id', 'message_push.channel', 'message_push.tries', 'message_push.error', 'message.recipient', 'sys_user.name', 'message.title', 'message.en_title', 'document.number', 'message.created_at'])
    .orderBy('message_push.id', 'desc').limit(size).offset((current - 1) * size).execute()
  const records = rows.map((row): FailedPush => ({
    id: row.id, channel: row.channel, recipient: row.recipient, recipientName: row.name, title: row.title, enTitle: row.en_title, number: row.number, tries: row.tries, error: row.error, createTime: nowOf(row.created_at),
  }))
  return { records, total: Number(total) }
}

/** Tries what failed once more, all of it or one. Answers how many. */
export async function tryAgain(db: Db, at: Date, id?: string): Promise<number> {
  const failed = db.updateTable('message_push').set({ state: 'PENDING', tries: 0, next_at: at, error: null }).where('state', '=', 'FAILED')
  const { numUpdatedRows } = await (id === undefined ? failed : failed.where('id', '=', id)).executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Forgets that something was sent, once nobody asks for it; what failed stays until it is tried again. */
export async function forgetSent(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('message_push').where('state', '=', 'SENT').where('sent_at', '<', before).execute()
}
