import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Forbidden, Missing } from '#kernel/errors.ts'
import { needs } from '#server/http/access.ts'
import type { Caller } from '#server/identity/caller.ts'
import { resumeOutbox, tryAgain } from '#server/outbox/state.ts'
import type { Host } from '#server/host.ts'
import { unitOfWork } from '#server/unit-of-work.ts'
import { canPush } from '../permissions.ts'
import { failedPushes, pushState } from './push-state.ts'

const page = z.strictObject({ current: z.int().min(1).max(100_000).default(1), size: z.int().min(1).max(100).default(20) })
const again = z.strictObject({ id: z.string().regex(/^\d{1,18}$/).optional() })

/** Calls of the messages that were sent out and those that could not be, for their administrators. */
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

/** The outbox concerns everybody: the right to it is for those who see everybody. @throws Forbidden */
async function demandUnrestrictedScope(host: Host, caller: Caller): Promise<void> {
  if ((await host.departments(host.db, caller, 'push')) !== 'all') throw new Forbidden('error.forbidden')
}
