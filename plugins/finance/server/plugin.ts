import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { defineServer } from '#server/plugin.ts'
import { versionInput } from '#server/http/requests/validation.ts'
import { needs } from '#server/http/access.ts'
import type { Host } from '#server/host.ts'
import { unitOfWork } from '#server/unit-of-work.ts'
import { parameterPath } from '#plugins/finance/parameters.ts'
import { canParameter, actionItemsPath, anyFinance } from '#plugins/finance/permissions.ts'
import { actionItemsOf } from '#server/extensions/action-items.ts'
import { parameters } from './parameters/parameters.ts'

export default defineServer({
  id: 'finance',
  callNames: { subjects: { parameter: { cn: '标准与参数', en: 'Standards and limits' } } },
  routes(app, host) {
    actionItemRoutes(app, host)
    parameterRoutes(app, host)
  },
})

const stamped = z.strictObject({ _t: z.unknown().optional() })
const change = z.strictObject({ name: z.string().min(1).max(100),
  value: z.union([z.string().trim().min(1, 'error.field.required').max(100), z.number()]), version: versionInput })
const changed = z.strictObject({
  changes: z.array(change).min(1).max(200).refine((all) => new Set(all.map(({ name }) => name)).size === all.length, 'error.field.invalid'),
})

/** Calls to read and set the parameters that modules declare. */
function parameterRoutes(app: FastifyInstance, host: Host): void {
  const { db, plugins } = host
  const routes = app.withTypeProvider<ZodTypeProvider>()

  routes.get(`${parameterPath}/list`, { config: { access: needs(canParameter.view), resource: 'parameter' },
    schema: { querystring: stamped } }, () => parameters(db, plugins).groups())

  routes.put(`${parameterPath}/:key`, { config: { access: needs(canParameter.edit), resource: 'parameter', repeats: 'once' },
    schema: { params: z.strictObject({ key: z.string().min(1).max(60) }), body: changed } },
    (request) =>
      unitOfWork(host, request, async ({ db: tx, caller, at }) => {
        const { params: { key }, body: { changes } } = request
        const before = await parameters(tx, plugins).set(key, changes, { by: caller.id, at })
        request.audited = { id: key, before, after: Object.fromEntries(changes.map(({ name, value }) => [name, value])) }
        return parameters(tx, plugins).group(key)
      }))
}

/** Call that counts open items of all modules within the caller's scope. */
function actionItemRoutes(app: FastifyInstance, { db, clock, departments, actionItems }: Host): void {
  app.get(actionItemsPath, { config: { access: needs(anyFinance), resource: 'actionItems' } },
    ({ caller }) => actionItemsOf(actionItems, 'finance', { db, caller, at: clock.now(), departments }))
}
