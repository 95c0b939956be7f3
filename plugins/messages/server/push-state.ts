import { sql } from 'kysely'
import { nowOf } from '#kernel/values/dates.ts'
import type { Db } from '#server/database/tables.ts'
import type { Env } from '#server/env.ts'
import { channels } from '#server/outbox/tables.ts'
import type { FailedPush, PushChannel, PushState } from '../push-wire.ts'

/** The numbers of messages that left and that wait, by channel. */
export async function pushState(db: Db, env: Pick<Env, 'mail' | 'chatWebhook'>): Promise<PushState> {
  const paused = await db.selectFrom('outbox_pause').selectAll().executeTakeFirst()
  const counted = await db.selectFrom('message_push').select(['channel', 'state', sql<string>`count(*)`.as('n')]).groupBy(['channel',
    'state']).execute()
  const of = (channel: PushChannel, state: string) => Number(counted.find((row) => row.channel === channel && row.state === state)?.n ?? 0)
  const configured: Readonly<Record<PushChannel, boolean>> = { EMAIL: env.mail !== undefined, CHAT: env.chatWebhook !== undefined }
  return {
    paused: paused ? { since: nowOf(paused.since), reason: paused.reason } : null,
    channels: channels.map((channel) => ({ channel, configured: configured[channel], waiting: of(channel, 'PENDING'),
      failed: of(channel, 'FAILED'), sent: of(channel, 'SENT') })
    ),
  }
}

/** A page of what could not leave, latest first. */
export async function failedPushes(db: Db, { current, size }: { readonly current: number; readonly size: number }) {
  const failed = db.selectFrom('message_push').where('message_push.state', '=', 'FAILED')
  const { total } = await failed.select(sql<string>`count(*)`.as('total')).executeTakeFirstOrThrow()
  const rows = await failed
    .innerJoin('message', 'message.id', 'message_push.message').leftJoin('document', 'document.id', 'message.document').leftJoin('sys_user',
      'sys_user.id', 'message.recipient')
    .select(['message_push.id', 'message_push.channel', 'message_push.attempts as tries', 'message_push.error', 'message.recipient',
      'sys_user.name', 'message.title', 'message.en_title', 'document.number', 'message.created_at'])
    .orderBy('message_push.id', 'desc').limit(size).offset((current - 1) * size).execute()
  const records = rows.map((row): FailedPush => ({
    id: row.id,
    channel: row.channel,
    recipient: row.recipient,
    recipientName: row.name,
    title: row.title,
    enTitle: row.en_title,
    number: row.number,
    tries: row.tries,
    error: row.error,
    createTime: nowOf(row.created_at),
  }))
  return { records, total: Number(total) }
}
