import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { sql } from 'kysely'
import { z } from 'zod'
import { type Permission, permits } from '#kernel/permissions.ts'
import { needs, needsAny, signedIn } from '#server/http/access.ts'
import { people } from '#server/identity/organisation/people.ts'
import type { Host, RowScope } from '#server/host.ts'
import type { MenuNode } from '#plugins/system/menu-wire.ts'
import { canRole, canScope, canUser } from '#plugins/system/permissions.ts'
import type { RoleMenu, Reason, ScopePreview } from '#plugins/system/role-wire.ts'
import { Missing } from '#kernel/errors.ts'
import type { Db } from '#server/database/tables.ts'
import { callerOf } from '#server/identity/sessions/authenticate.ts'
import type { Caller } from '#server/identity/caller.ts'
import type { Organisation } from '#server/identity/organisation/organisation.ts'
import { type DepartmentScope, resolveScope, scopeCodes } from '#server/identity/rights/scope.ts'
import { menuTree } from '../menus/menu-tree.ts'
import { isListed } from '../users/guards.ts'
import { emptyQuery, byId } from '../users/user-input.ts'
import { catalogue, permissionName } from './catalogue.ts'
import { columnSubjects } from './column-subjects.ts'
import { memberPage, rolePage, trying } from './role-input.ts'
import { responsibilitiesOf } from './responsibilities.ts'
import { roleReads } from './role-reads.ts'

export const rolePath = '/system/role'
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
