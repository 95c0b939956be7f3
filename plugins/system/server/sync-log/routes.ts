import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { nowOf } from '#kernel/values/dates.ts'
import { Missing, Refused } from '#kernel/errors.ts'
import type { Db } from '#server/database/tables.ts'
import { needs } from '#server/http/access.ts'
import type { Caller } from '#server/identity/caller.ts'
import type { Host } from '#server/host.ts'
import type { SyncKind } from '#server/sync-log/sync-runs.ts'
import { canOrganisation } from '#plugins/system/permissions.ts'
import { demandUnrestrictedScope } from '../users/guards.ts'

const path = '/system/syncLog'
const config = { access: needs(canOrganisation.sync), resource: 'syncLog' } as const

const kind = z.string().regex(/^(PERSONNEL|CARD|INVOICE_MAIL|SAP_[A-Z0-9_]{1,26})$/).transform((text) => text as SyncKind)
const page = z.strictObject({
  kind: kind.optional(),
  result: z.enum(['SUCCESS', 'FAILURE', 'RUNNING']).optional(),
  current: z.int().min(1).max(100_000).default(1),
  size: z.int().min(1).max(100).default(20),
})

/** Routes of the synchronisation log, and to run a configured source again. */
export function syncLogRoutes(app: FastifyInstance, host: Host): void {
  const routes = app.withTypeProvider<ZodTypeProvider>()
  const demand = (caller: Caller) => demandUnrestrictedScope(host, host.db, { caller, resource: config.resource })

  routes.post(`${path}/page`, { config: { ...config, reads: true }, schema: { body: page } }, async ({ body, caller }) => {
    await demand(caller)
    return syncPage(host.db, body)
  })

  routes.get(`${path}/sources`, { config, schema: { querystring: z.strictObject({ _t: z.unknown().optional() }) } }, async ({ caller }) => {
    await demand(caller)
    return {
      /** Configured sources that can be run now. */
      sources: [...host.syncSources.values()].map(({ kind: of, cn, en }) => ({ kind: of, cn, en })),
      /** Kinds of log entries. */
      kinds: (await host.db.selectFrom('sync_log').select('kind').distinct().orderBy('kind').execute()).map((row) => row.kind),
    }
  })

  routes.post(`${path}/:id/retry`, { config: { ...config, repeats: 'parts' },
    schema: { params: z.strictObject({ id: z.string().min(1).max(32) }), body: z.strictObject({}) } }, async ({ params, caller }) => {
    await demand(caller)
    const run = await host.db.selectFrom('sync_log').select('kind').where('id', '=', params.id).executeTakeFirst()
    if (!run) throw new Missing('error.missing')
    const source = host.syncSources.get(run.kind)
    if (!source) throw new Refused('system.sync.noSource')
    await source.run(host, caller.id)
    return true
  })
}

async function syncPage(db: Db, { kind: syncKind, result, current, size }: z.output<typeof page>) {
  let query = db.selectFrom('sync_log')
  if (syncKind) query = query.where('kind', '=', syncKind)
  if (result === 'RUNNING') query = query.where('result', 'is', null)
  else if (result) query = query.where('result', '=', result)
  const { total } = await query.select((eb) => eb.fn.countAll<string>().as('total')).executeTakeFirstOrThrow()
  const rows = await query.leftJoin('sys_user', 'sys_user.id', 'sync_log.create_by')
    .select(['sync_log.id', 'kind', 'start_time', 'end_time', 'total', 'success', 'failed', 'result', 'message', 'sync_log.create_by',
      'sys_user.name'])
    .orderBy('start_time', 'desc').orderBy('sync_log.id', 'desc').limit(size).offset((current - 1) * size).execute()
  const records = rows.map(({ start_time: startTime, end_time: endTime, create_by: createBy, name, ...row }) => ({
    ...row,
    startTime: nowOf(startTime),
    endTime: endTime && nowOf(endTime),
    createBy,
    createName: name,
  }))
  return { records, total: Number(total), current, size, pages: Math.ceil(Number(total) / size) }
}
