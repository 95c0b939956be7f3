import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { connectionSemaphore } from '#server/database/connection-semaphore.ts'
import { needs } from '#server/http/access.ts'
import type { Host } from '#server/host.ts'
import { canOrganisation } from '#plugins/system/permissions.ts'
import { unitOfWork, type CommandContext } from '#server/unit-of-work.ts'
import { addUnit, changeUnit, enableUnit, moveUnit, removeUnit, setSuperior } from './save-unit.ts'
import { byId, changedUnit, enableInput, newUnit, sortInput, stamped, superiorInput, treeQuery } from './unit-input.ts'
import { demandUnit, unitScope } from './unit-scope.ts'
import { unitTree } from './unit-tree.ts'
import { unitReads } from './units.ts'

const path = '/system/org'
const config = (permission: string) => ({ access: needs(permission), resource: 'org' }) as const

/** The tree, its units, and their changes. */
export function unitRoutes(app: FastifyInstance, host: Host): void {
  const routes = app.withTypeProvider<ZodTypeProvider>()
  const { db } = host
  // The shape of the tree changes once at a time; who waits for it holds no connection.
  const turn = connectionSemaphore({ places: 1, timeout: 30_000 })
  const shaping = <Answer>(request: FastifyRequest, work: (now: CommandContext) => Promise<Answer>) =>
    turn(() => unitOfWork(host, request, work))
  /** A change of a unit, with what it was and what it is in the audit log; answers the unit. */
  const audited = (request: FastifyRequest, id: string, work: (now: CommandContext) => Promise<void>) =>
    shaping(request, async (now) => {
      await demandUnit(now, id)
      const before = await unitReads(now.db).one(id)
      await work(now)
      const after = await unitReads(now.db).one(id)
      request.audited = { id, before, after }
      return after
    })

  routes.get(path, { config: config(canOrganisation.view), schema: { querystring: treeQuery } },
    async ({ query, caller }) => unitTree(db, query, await unitScope(host, db, caller)))

  routes.get(`${path}/:id`, { config: config(canOrganisation.view), schema: { params: byId, querystring: stamped } },
    async ({ params, caller }) => {
      await demandUnit({ host, db, caller }, params.id)
      return unitReads(db).one(params.id)
    })

  routes.post(path, { config: { ...config(canOrganisation.add), repeats: 'once' }, schema: { body: newUnit } },
    (request) =>
      shaping(request, async (now) => {
        const after = await unitReads(now.db).one(await addUnit(now, request.body))
        request.audited = { id: after.id, after }
        return after
      }))

  routes.put(path, { config: { ...config(canOrganisation.edit), repeats: 'once' }, schema: { body: changedUnit } },
    (request) => audited(request, request.body.id, (now) => changeUnit(now, request.body)))

  routes.put(`${path}/sort`, { config: { ...config(canOrganisation.edit), repeats: 'once' }, schema: { body: sortInput } },
    (request) => audited(request, request.body.id, (now) => moveUnit(now, request.body)))

  routes.put(`${path}/:id/superior`, { config: { ...config(canOrganisation.edit), repeats: 'once' },
    schema: { params: byId, body: superiorInput } },
    (request) => audited(request, request.params.id, (now) => setSuperior(now, request.params.id, request.body.enterpriseId)))

  routes.put(`${path}/:id/enable`, { config: { ...config(canOrganisation.edit), repeats: 'once' },
    schema: { params: byId, body: enableInput } },
    (request) => audited(request, request.params.id, (now) => enableUnit(now, request.params.id, request.body.enable)))

  routes.delete(`${path}/:id`, { config: { ...config(canOrganisation.delete), repeats: 'once' },
    schema: { params: byId, querystring: stamped } }, (request) =>
    shaping(request, async (now) => {
      const { id } = request.params
      const before = await unitReads(now.db).one(id)
      await removeUnit(now, id)
      request.audited = { id, before }
      return true
    }))
}
