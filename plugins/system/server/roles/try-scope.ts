import { Missing } from '#kernel/errors.ts'
import { permits } from '#kernel/permissions.ts'
import type { Db } from '#server/database/tables.ts'
import { callerOf } from '#server/identity/sessions/authenticate.ts'
import type { Caller } from '#server/identity/caller.ts'
import type { Organisation } from '#server/identity/organisation/organisation.ts'
import { type DepartmentScope, resolveScope, scopeCodes } from '#server/identity/rights/scope.ts'
import type { Host, RowScope } from '#server/host.ts'
import type { Reason, ScopePreview } from '#plugins/system/role-wire.ts'

/**
 * Sees through a person's eyes: the departments that their roles open, and how many rows their lists show. Both are
 * asked of what the lists themselves ask.
 * @throws Missing for nobody
 */
export async function tryScope(host: Host, db: Db, id: string): Promise<{ admin: boolean; results: ScopePreview[] }> {
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
