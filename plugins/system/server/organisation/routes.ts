import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { Host } from '#server/host.ts'
import { needs } from '#server/http/access.ts'
import { canOrganisation } from '#plugins/system/permissions.ts'
import { unitOfWork } from '#server/unit-of-work.ts'
import { syncRoutes } from '../directory/sync-routes.ts'
import { usageRoutes } from './usage-routes.ts'
import { unitRoutes } from './unit-routes.ts'
import { addMember, removeMember } from './members.ts'
import { byId, id, memberInput, membersQuery, stamped } from './unit-input.ts'
import { demandUnit } from './unit-scope.ts'
import { unitReads } from './units.ts'

/** Calls for the administration of the organisation. */
export function organisationRoutes(app: FastifyInstance, host: Host): void {
  syncRoutes(app, host)
  unitRoutes(app, host)
  memberRoutes(app, host)
  usageRoutes(app, host)
}

/** Calls of the members of a unit. */
function memberRoutes(app: FastifyInstance, host: Host): void {
  const routes = app.withTypeProvider<ZodTypeProvider>()
  const path = '/system/org/:id/people'
  const changing = { access: needs(canOrganisation.edit), resource: 'org' } as const

  routes.post(`${path}/page`, { config: { access: needs(canOrganisation.view), reads: true, resource: 'org' },
    schema: { params: byId, body: membersQuery } }, async ({ params, body: { current, size, keyword }, caller }) => {
    await demandUnit({ host, db: host.db, caller }, params.id)
    return { ...(await unitReads(host.db).members(params.id, { keyword, limit: size, offset: (current - 1) * size })), current, size }
  })

  routes.post(path, { config: { ...changing, repeats: 'once' }, schema: { params: byId, body: memberInput } },
    (request) =>
      unitOfWork(host, request, async (now) => {
        const { params, body: { userId: person, main } } = request
        await addMember(now, { unit: params.id, person, main })
        request.audited = { id: params.id, after: request.body }
        return true
      }))

  routes.delete(`${path}/:userId`, { config: { ...changing, repeats: 'once' },
    schema: { params: byId.extend({ userId: id }), querystring: stamped } }, (request) =>
    unitOfWork(host, request, async (now) => {
      const { id: unit, userId: person } = request.params
      await removeMember(now, { unit, person })
      request.audited = { id: unit, before: { userId: person } }
      return true
    }))
}
