import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { Forbidden, Missing, Refused } from '#kernel/errors.ts'
import { permits } from '#kernel/permissions.ts'
import { needs, needsAny } from '#server/http/access.ts'
import type { Caller } from '#server/identity/caller.ts'
import type { Host } from '#server/host.ts'
import { canRole, canScope } from '#plugins/system/permissions.ts'
import { unitOfWork, type CommandContext } from '#server/unit-of-work.ts'
import { emptyQuery, byId } from '../users/user-input.ts'
import { type ChangedRole, changedRole, newRole, roleEnable, roleMenus, roleScope, roleUsers, scopeKey, scopeOfRole } from './role-input.ts'
import { rolePath } from './role-routes.ts'
import type { RoleDetail } from '#plugins/system/role-wire.ts'
import { roleReads } from './role-reads.ts'
import { addRole, changeRole, permissionsOfMenus, removeRole, type RoleChange } from './save-role.ts'

/** Routes to add and change roles: as a whole for the page, by part for scripts. */
export function roleWrites(app: FastifyInstance, host: Host): void {
  const routes = app.withTypeProvider<ZodTypeProvider>()
  const one = `${rolePath}/:id`
  const edits = { access: needs(canRole.edit), resource: 'role' } as const

  routes.post(rolePath, { config: { access: needs(canRole.add), resource: 'role', repeats: 'once' }, schema: { body: newRole } },
    (request) =>
      unitOfWork(host, request, async (work) => {
        const id = await addRole(work, request.body)
        const after = await detail(work, id)
        request.audited = { id, after }
        return after
      }))

  routes.put(one, { config: { access: needsAny(canRole.edit, canScope.edit), resource: 'role', repeats: 'once' },
    schema: { params: byId, body: changedRole } }, (request) => {
    demandParts(request.caller, request.body)
    return changing(host, request, request.params.id, async () => request.body)
  })

  routes.put(`${one}/enable`, { config: { access: needs(canRole.enable), resource: 'role', repeats: 'once' },
    schema: { params: byId, body: roleEnable } },
    (request) =>
      changing(host, request, request.params.id, async (_, { name, sort, remark }) => {
        const [nameCn = name, nameEn] = name.split('/')
        return { version: request.body.version, basics: { nameCn, nameEn, sort, remark, enable: request.body.enable } }
      }))

  routes.put(`${one}/menus`, { config: { ...edits, repeats: 'once' }, schema: { params: byId, body: roleMenus } },
    (request) =>
      changing(host, request, request.params.id,
        async (work, before) => ({ version: request.body.version,
          permissions: await permissionsOfMenus(work, before, request.body.menuIds) })))

  routes.put(`${one}/users`, { config: { ...edits, repeats: 'once' }, schema: { params: byId, body: roleUsers } },
    (request) =>
      changing(host, request, request.params.id, async ({ db }, { id }) => {
        const listed = (await db.selectFrom('sys_user_role').select('user_id').where('role_id', '=', id).execute()).map(({ user_id }) =>
          user_id
        )
        const { userIds, version } = request.body
        return { version,
          members: { add: userIds.filter((person) => !listed.includes(person)),
            remove: listed.filter((person) => !userIds.includes(person)), responsible: [] } }
      }))

  const scopes = { access: needs(canScope.edit), resource: 'dataScope' } as const
  routes.put(`${one}/dataScope`, { config: { ...scopes, repeats: 'once' }, schema: { params: byId, body: roleScope } }, (request) => {
    const { version, ...scope } = request.body
    return changing(host, request, request.params.id,
      async (_, before) => ({ version, scopes: [...scopesBeside(before, scope.resource), scope] }))
  })

  routes.post('/system/dataScope', { config: { ...scopes, repeats: 'once' }, schema: { body: scopeOfRole } }, (request) => {
    const { roleId, version, ...scope } = request.body
    return changing(host, request, roleId, async (_, before) => {
      if (before.scopes.some(({ resource }) => resource === scope.resource))
        throw new Refused('system.role.scopeExists', {}, [{ field: 'resource', code: 'system.role.scopeExists' }])
      return { version, scopes: [...scopesBeside(before, scope.resource), scope] }
    })
  })

  routes.put('/system/dataScope', { config: { ...scopes, repeats: 'once' }, schema: { body: scopeOfRole } }, (request) => {
    const { roleId, version, ...scope } = request.body
    return changing(host, request, roleId, async (_, before) => {
      demandScope(before, scope.resource)
      return { version, scopes: [...scopesBeside(before, scope.resource), scope] }
    })
  })

  routes.delete('/system/dataScope/:roleId/:resource', { config: { ...scopes, repeats: 'once' },
    schema: { params: scopeKey, querystring: emptyQuery } }, (request) => {
    const { roleId, resource } = request.params
    return changing(host, request, roleId, async (_, before) => {
      demandScope(before, resource)
      return { scopes: scopesBeside(before, resource) }
    })
  })

  routes.delete(one, { config: { access: needs(canRole.delete), resource: 'role', repeats: 'once' },
    schema: { params: byId, querystring: emptyQuery } }, (request) =>
    unitOfWork(host, request, async (work) => {
      const before = await detail(work, request.params.id)
      await removeRole(work, before.id)
      request.audited = { id: before.id, before }
      return true
    }))
}

function changing(host: Host, request: FastifyRequest, id: string,
  change: (work: CommandContext, before: RoleDetail) => Promise<RoleChange>) {
  return unitOfWork(host, request, async (work) => {
    const before = await detail(work, id)
    await changeRole(work, id, await change(work, before))
    const after = await detail(work, id)
    request.audited = { id, before, after }
    return after
  })
}

const detail = async ({ db, host }: CommandContext, id: string): Promise<RoleDetail> => roleReads(db, await host.organisation(db)).one(id)

const scopesBeside = ({ scopes }: RoleDetail, resource: string) =>
  scopes.filter((scope) => scope.resource !== resource).map((other) => ({ ...other, deptIds: [...other.deptIds] }))

/** @throws Missing if the role has no scope of its own for the resource */
function demandScope({ scopes }: RoleDetail, scoped: string) {
  if (!scopes.some(({ resource }) => resource === scoped)) throw new Missing('error.missing')
}

/** Requires the right for each changed part. @throws Forbidden */
function demandParts({ permissions }: Caller, { basics, permissions: rights, members, scopes, columns }: ChangedRole) {
  const needed = [...(basics ?? rights ?? members ?? columns ? [canRole.edit] : []), ...(scopes ? [canScope.edit] : [])]
  if (!needed.every((permission) => permits(permissions, permission))) throw new Forbidden('error.forbidden')
}
