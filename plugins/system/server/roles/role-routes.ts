import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { sql } from 'kysely'
import { z } from 'zod'
import { type Permission, permits } from '#kernel/permissions.ts'
import { Forbidden, Missing, Refused } from '#kernel/errors.ts'
import { needs, needsAny, signedIn } from '#server/http/access.ts'
import { people } from '#server/identity/organisation/people-and-units.ts'
import type { Host, RowScope } from '#server/host.ts'
import type { Db } from '#server/database/tables.ts'
import { callerOf } from '#server/identity/sessions/authenticate.ts'
import type { Caller } from '#server/identity/caller.ts'
import type { Organisation } from '#server/identity/organisation/organisation.ts'
import { type DepartmentScope, resolveScope, scopeCodes } from '#server/identity/rights/scope.ts'
import { type CommandContext, unitOfWork } from '#server/unit-of-work.ts'
import type { MenuNode, Reason, RoleDetail, RoleMenu, ScopePreview } from '#plugins/system/access-wire.ts'
import { canRole, canScope, canUser } from '#plugins/system/permissions.ts'
import { menuTree } from '../menus/menu-tree.ts'
import { isListed } from '../users/guards.ts'
import { byId, emptyQuery } from '../users/save-user.ts'
import { catalogue, permissionName } from './catalogue.ts'
import { columnSubjects } from './columns.ts'
import { type ChangedRole, changedRole, memberPage, newRole, roleEnable, roleMenus, rolePage, roleReads, roleScope, roleUsers, scopeKey,
  scopeOfRole, trying } from './roles.ts'
import { responsibilitiesOf } from './responsibilities.ts'
import { addRole, changeRole, permissionsOfMenus, removeRole, type RoleChange } from './save-role.ts'

const rolePath = '/system/role'
export const responsibilitiesPath = `${rolePath}/responsibilities`

/** Routes to read roles, grantable rights, members and scope previews. */
export function roleRoutes(app: FastifyInstance, host: Host): void {
  const routes = app.withTypeProvider<ZodTypeProvider>()
  const { db } = host
  const config = { access: needs(canRole.view), reads: true, resource: 'role' } as const
  const reads = async () => roleReads(db, await host.organisation(db))

  routes.post(`${rolePath}/page`, { config, schema: { body: rolePage } }, async ({ body }) => (await reads()).page(body))

  routes.get(`${rolePath}/list`, { config: { ...config, access: needsAny(canRole.view, canUser.view, canScope.view) },
    schema: { querystring: emptyQuery } }, async () => {
    const { records } = await (await reads()).page({ current: 1, size: 1_000 })
    return records.map(({ id, key, name, enable, version }) => ({ id, key, name, enable, version, listed: isListed(key) }))
  })

  routes.get(`${rolePath}/catalogue`, { config, schema: { querystring: emptyQuery } }, async () => ({
    groups: catalogue(host.plugins),
    menus: (await menuTree(db, {})).map(roleMenu),
    resources: scoped(host),
    roleScopes: host.plugins.flatMap(({ roleScopes }) => roleScopes),
  }))

  routes.get('/system/permission/name', { config: { ...config, access: signedIn },
    schema: { querystring: z.strictObject({ permission: z.string().max(100) }) } },
    async ({ query: { permission } }) => permissionName(host.plugins, permission as Permission))

  routes.get(`${rolePath}/columns`, { config, schema: { querystring: emptyQuery } }, async () => columnSubjects(host.plugins))

  routes.get(`${rolePath}/:id`, { config, schema: { params: byId, querystring: emptyQuery } },
    async ({ params }) => (await reads()).one(params.id))

  routes.post(`${rolePath}/:id/users/page`, { config, schema: { params: byId, body: memberPage } },
    async ({ params, body: { current, size, keyword } }) => {
      const organisation = await host.organisation(db)
      const { key } = await roleReads(db, organisation).one(params.id)
      const listed = await db.selectFrom('sys_user_role').select('user_id').where('role_id', '=', params.id).execute()
      const ids = [...new Set([...listed.map(({ user_id }) => user_id), ...(organisation.holders.get(key) ?? []).map(({ id }) => id)])]
      const filter = { ids, keyword: keyword ?? undefined }
      const total = await people(db).count(filter)
      const records = await people(db).find({ ...filter, limit: size, offset: (current - 1) * size })
      const responsible = await responsibilitiesOf(db, params.id, records.map(({ id }) => id))
      const byList = new Set(listed.map(({ user_id }) => user_id))
      return {
        records: records.map((person) => ({ ...person, listed: byList.has(person.id), responsible: responsible.get(person.id) ?? {} })),
        total,
        current,
        size,
        pages: Math.ceil(total / size),
      }
    })

  const scopes = { access: needs(canScope.view), reads: true, resource: 'dataScope' } as const
  routes.get('/system/dataScope/resources', { config: scopes, schema: { querystring: emptyQuery } }, () => scoped(host))

  routes.post('/system/dataScope/try', { config: scopes, schema: { body: trying } }, ({ body }) => tryScope(host, db, body.userId))

  routes.post('/system/dataScope/page', { config: scopes,
    schema: { body: z.strictObject({ roleId: z.string().max(32).nullish(), resource: z.string().max(60).nullish() }) } },
    async ({ body }) => {
      let query = db.selectFrom('sys_data_scope').innerJoin('sys_role', 'sys_role.id', 'sys_data_scope.role_id').where('del_flag', '=', 0)
      if (body.roleId) query = query.where('role_id', '=', body.roleId)
      if (body.resource) query = query.where('resource', '=', body.resource)
      return query
        .select(['role_id as roleId', 'resource', 'scope', 'with_sub as withSub', 'dept_ids as deptIds',
          sql<number>`cardinality(dept_ids)`.as('count')])
        .orderBy('sort').orderBy('perm_chars').orderBy('resource').limit(5_000).execute()
    })
}

const roleMenu = ({ id, type, name: cn, nameEn: en, perms: permission, children }: MenuNode): RoleMenu => ({ id, type, cn, en, permission,
  children: children.map(roleMenu) })

/** Resources with data scopes. */
const scoped = ({ rowScopes }: Host) => [...rowScopes].map(([resource, { cn, en }]) => ({ resource, cn, en }))

/**
 * Previews the data scopes of a person: departments and number of visible rows per resource, by the same queries as the lists.
 * @throws Missing for an unknown person
 */
async function tryScope(host: Host, db: Db, id: string): Promise<{ admin: boolean; results: ScopePreview[] }> {
  const organisation = await host.organisation(db)
  const member = organisation.users.get(id)
  if (!member) throw new Missing('error.missing')
  const caller: Caller = { ...callerOf(organisation, member), traceId: '', ip: '' }
  const results: ScopePreview[] = []
  for (const [resource, rowScope] of host.rowScopes) results.push(await tried({ host, db, caller, organisation }, resource, rowScope))
  return { admin: member.admin, results }
}

interface ScopePreviewContext {
  readonly host: Host
  readonly db: Db
  readonly caller: Caller
  readonly organisation: Organisation
}

async function tried({ host, db, caller, organisation }: ScopePreviewContext, resource: string, rowScope: RowScope): Promise<ScopePreview> {
  const mayView = (rowScope.needs === undefined || permits(caller.permissions, rowScope.needs)) &&
    ((await rowScope.admits?.(host, db, caller)) ?? true)
  const counted = await rowScope.count(host, db, caller)
  return {
    resource,
    cn: rowScope.cn,
    en: rowScope.en,
    mayView,
    all: counted.all,
    seen: mayView ? counted.seen : 0,
    ...(seesOthers(caller, rowScope)
      ? { departments: namesOf(organisation, await host.departments(db, caller, resource)),
        reasons: caller.admin ? [] : reasonsOf(organisation, caller, resource) }
      : { departments: [], reasons: [] }),
  }
}

const seesOthers = ({ permissions }: Caller, { othersNeed }: RowScope): boolean =>
  othersNeed === undefined || permits(permissions, othersNeed)

const namesOf = ({ groups }: Organisation, departments: DepartmentScope) =>
  departments === 'all' ? null : departments.flatMap((id) => groups.get(id) ?? []).map(({ id, full_name: name }) => ({ id, name }))

function reasonsOf({ tree, scopes }: Organisation, { roles, departments: own }: Caller, resource: string): Reason[] {
  return roles.flatMap((role) => {
    const ownScopes = scopes.get(role) ?? {}
    const scope = ownScopes[resource] ?? ownScopes['*']
    if (!scope) return []
    const opened = resolveScope(tree, { admin: false, departments: own, scopes: { [resource]: [scope] } }, resource)
    return [{ role, scope: scopeCodes[scope.scope], withSub: scope.withSub,
      from: resource in ownScopes ? ('resource' as const) : ('default' as const), departments: opened === 'all' ? null : opened.length }]
  })
}

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
