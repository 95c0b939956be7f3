import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { Missing } from '#kernel/errors.ts'
import { needs, needsAny } from '#server/http/access.ts'
import type { UsageSubject } from '#server/extensions/usages.ts'
import type { Caller } from '#server/identity/caller.ts'
import type { Host } from '#server/host.ts'
import { canOrganisation, canUser } from '#plugins/system/permissions.ts'
import { inScope, userScope } from '../users/user-scope.ts'
import { usagesOf, usagesPage } from './usage-queries.ts'
import { byId, usagesQuery, stamped } from './unit-input.ts'
import { demandUnit } from './unit-scope.ts'
import { unitReads } from './units.ts'

/** Routes for the usages of a unit with its descendants, or of a person; shown before moving, disabling or deleting. */
export function usageRoutes(app: FastifyInstance, host: Host): void {
  const routes = app.withTypeProvider<ZodTypeProvider>()
  const { db } = host

  const ofUnits = async (caller: Caller, id: string): Promise<UsageSubject> => {
    await demandUnit({ host, db, caller }, id)
    return { units: await unitReads(db).withBelow(id) }
  }
  const ofPerson = async (caller: Caller, id: string): Promise<UsageSubject> => {
    await demandPerson(host, caller, id)
    return { person: id }
  }
  const kinds = [
    { path: '/system/org/:id/usages', access: needs(canOrganisation.view), subject: ofUnits },
    { path: '/system/org/people/:id/usages', access: needsAny(canOrganisation.view, canUser.view), subject: ofPerson },
  ] as const
  for (const { path, access, subject } of kinds) {
    routes.get(path, { config: { access, resource: 'org' }, schema: { params: byId, querystring: stamped } }, async ({ params, caller }) =>
      usagesOf(host, db, await subject(caller, params.id)))
    routes.post(`${path}/page`, { config: { access, reads: true, resource: 'org' }, schema: { params: byId, body: usagesQuery } },
      async ({ params, body, caller }) => ({ ...(await usagesPage(host, db, await subject(caller, params.id), body)), current: body.current,
        size: body.size }))
  }
}

/** Requires an account in the caller's scope, or a member of a unit that they administer. @throws Missing otherwise */
async function demandPerson(host: Host, caller: Caller, id: string): Promise<void> {
  const seen = await host.db.selectFrom('sys_user').select('id').where('id', '=', id).where('del_flag', '=', 0).where(
    inScope(await userScope(host, host.db, caller)),
  )
    .executeTakeFirst()
  if (seen) return
  const [kept, { users }] = [await host.departments(host.db, caller, 'org'), await host.organisation(host.db)]
  const member = users.get(id)
  if (!member || (kept !== 'all' && !member.departments.some((unit) => kept.includes(unit)))) throw new Missing('error.missing')
}
