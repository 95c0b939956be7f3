import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { sql } from 'kysely'
import { Forbidden, Missing } from '#kernel/errors.ts'
import { nowOf } from '#kernel/values/dates.ts'
import { needs } from '#server/http/access.ts'
import type { Caller } from '#server/identity/caller.ts'
import { channels, resumeOutbox, tryAgain } from '#server/outbox/state.ts'
import type { Host } from '#server/host.ts'
import { unitOfWork } from '#server/unit-of-work.ts'
import type { Db } from '#server/database/tables.ts'
import type { Env } from '#server/env.ts'
import { canPush } from '../permissions.ts'
import type { FailedPush, PushChannel, PushState } from '../push-wire.ts'

const page = z.strictObject({ current: z.int().min(1).max(100_000).default(1), size: z.int().min(1).max(100).default(20) })
const again = z.strictObject({ id: z.string().regex(/^\d{1,18}$/).optional() })

/** Calls for the administration of mail and chat deliveries. */
export function pushRoutes(app: FastifyInstance, host: Host): void {
  const routes = app.withTypeProvider<ZodTypeProvider>()
  const seen = { access: needs(canPush.view), resource: 'push' }
  const changed = { access: needs(canPush.edit), resource: 'push' }

  routes.get('/system/push/state', { config: seen }, async ({ caller }) => {
    await demandUnrestrictedScope(host, caller)
    return pushState(host.db, host.env)
  })

  routes.post('/system/push/failed/page', { config: { ...seen, reads: true }, schema: { body: page } }, async ({ body, caller }) => {
    await demandUnrestrictedScope(host, caller)
    const { records, total } = await failedPushes(host.db, body)
    return { records, total, current: body.current, size: body.size, pages: Math.ceil(total / body.size) }
  })

  routes.post('/system/push/retry', { config: { ...changed, repeats: 'once' }, schema: { body: again } }, async (request) => {
    await demandUnrestrictedScope(host, request.caller)
    const { id } = request.body
    return unitOfWork(host, request, async ({ db, at }) => {
      const count = await tryAgain(db, at, id)
      if (id !== undefined && count === 0) throw new Missing('error.missing')
      request.audited = { id: id ?? 'all', after: { count } }
      return { count }
    })
  })

  routes.post('/system/push/resume', { config: { ...changed, repeats: 'once' },
    schema: { body: z.strictObject({ waiting: z.enum(['send', 'discard']) }) } }, async (request) => {
    await demandUnrestrictedScope(host, request.caller)
    const { waiting } = request.body
    return unitOfWork(host, request, async ({ db }) => {
      const count = await resumeOutbox(db, waiting)
      request.audited = { id: 'pause', after: { waiting, count } }
      return { count }
    })
  })
}

/** Requires an unrestricted scope, since the outbox contains messages to all users. @throws Forbidden */
async function demandUnrestrictedScope(host: Host, caller: Caller): Promise<void> {
  if ((await host.departments(host.db, caller, 'push')) !== 'all') throw new Forbidden('error.forbidden')
}

/** Numbers of sent, waiting and failed deliveries by channel. */
async function pushState(db: Db, env: Pick<Env, 'mail' | 'chatWebhook'>): Promise<PushState> {
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

/** Page of failed deliveries, newest first. */
async function failedPushes(db: Db, { current, size }: { readonly current: number; readonly size: number }) {
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
