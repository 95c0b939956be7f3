import { Missing, Refused, StateMoved } from '#kernel/errors.ts'
import { rolesNamed } from '#kernel/composition/requirement-findings.ts'
import { bilingual, composeName } from '#kernel/wording/names.ts'
import { everything, type Permission, permits } from '#kernel/permissions.ts'
import { isUniqueViolation } from '#server/database/errors.ts'
import { demandUnused } from '#server/extensions/name-uses.ts'
import { newId } from '#server/identity/id.ts'
import { roles } from '#server/identity/rights/roles.ts'
import { scopeOfCode } from '#server/identity/rights/scope.ts'
import type { CommandContext } from '#server/unit-of-work.ts'
import type { RoleDetail } from '#plugins/system/access-wire.ts'
import { liveMenus } from '../menus/menu-tree.ts'
import { beyond, demandCaller, hold, isAdministrator } from '../users/guards.ts'
import { different } from '../users/save-user.ts'
import { grantable } from './catalogue.ts'
import { changeColumns } from './columns.ts'
import { changeMembers } from './responsibilities.ts'
import { type ChangedRole, type NewRole, roleReads, type ScopeInput } from './roles.ts'

/** Adds a role without members, optionally with rights and scopes copied from another. @returns its id */
export async function addRole(context: CommandContext, { key, nameCn, nameEn, copyFrom, ...rest }: NewRole): Promise<string> {
  const { db, host, caller, at } = context
  demandCaller(await hold(db, [caller.id]), caller)
  const like = copyFrom ? await roleReads(db, await host.organisation(db)).one(copyFrom) : nothing
  demandOwn(context, like.permissions)
  const id = newId()
  await db
    .insertInto('sys_role')
    .values({ id, perm_chars: key, name: nameOf(nameCn, nameEn), create_by: caller.id, update_by: caller.id, create_time: at,
      update_time: at, ...rest, remark: rest.remark ?? null })
    .execute()
    .catch(namingTheKey)
  await roles(db).setPermissions(key, like.permissions)
  for (const { resource, scope, withSub, deptIds } of like.scopes)
    await roles(db).setScope(key, resource, { scope: scopeOfCode[scope], withSub, departments: deptIds })
  await roles(db).setColumns(key, like.columns)
  return id
}

const nothing: Pick<RoleDetail, 'permissions' | 'scopes' | 'columns'> = { permissions: [], scopes: [], columns: [] }

/** Changes the given parts of a role, all or none. @throws Missing, StateMoved if the version is stale, or Refused */
export async function changeRole(context: CommandContext, id: string, { version, ...change }: RoleChange): Promise<void> {
  const { db, caller, at } = context
  demandCaller(await hold(db, [caller.id]), caller)
  const before = await heldRole(context, id)
  if (version !== undefined && before.version !== version) throw new StateMoved(undefined, 'error.recordChanged')
  await changeParts(context, before, change)
  await db.updateTable('sys_role').set((eb) => ({ version: eb('version', '+', 1), update_by: caller.id, update_time: at }))
    .where('id', '=', id).execute()
}

export type RoleChange = Omit<ChangedRole, 'version'> & { readonly version?: number }

async function changeParts(context: CommandContext, before: RoleDetail,
  { basics, permissions, scopes, columns, members }: Omit<RoleChange, 'version'>) {
  if (basics) await changeBasics(context, before, basics)
  await changeRights(context, before, { permissions, scopes, columns })
  if (members) await changeMembers(context, before, members)
}

async function changeRights(context: CommandContext, before: RoleDetail,
  { permissions, scopes, columns }: Pick<RoleChange, 'permissions' | 'scopes' | 'columns'>) {
  if (permissions || scopes || columns) demandNotMine(context, before)
  if (permissions) await changePermissions(context, before, permissions)
  if (scopes) await changeScopes(context, before, scopes)
  if (columns) await changeColumns(context, { ...before, permissions: permissions ?? before.permissions }, columns)
}

/** Deletes a role. @throws Refused `error.inUse` if it has members, `system.role.named` if a design has it, or `system.role.builtIn` */
export async function removeRole(context: CommandContext, id: string): Promise<void> {
  const { db, caller, at } = context
  demandCaller(await hold(db, [caller.id]), caller)
  const role = await heldRole(context, id)
  if (role.builtIn) throw new Refused('system.role.builtIn')
  demandOwn(context, role.permissions)
  if (await db.selectFrom('sys_user_role').select('user_id').where('role_id', '=', id).limit(1).executeTakeFirst())
    throw new Refused('error.inUse')
  await demandUnused(db, context.host.nameUses, { of: 'role', key: role.key }, 'system.role.named')
  const form = context.host.plugins.flatMap(({ forms }) => forms).find((each) => rolesNamed(each).some((named) => named.role === role.key))
  if (form) throw new Refused('system.role.named', { name: bilingual(form) })
  await db.updateTable('sys_role').set({ del_flag: 1, enable: false, update_by: caller.id, update_time: at }).where('id', '=', id).execute()
}

/** Reads and locks a role until the transaction ends. */
async function heldRole({ db, host }: CommandContext, id: string): Promise<RoleDetail> {
  const row = await db.selectFrom('sys_role').select('id').where('id', '=', id).where('del_flag', '=', 0).forUpdate().executeTakeFirst()
  if (!row) throw new Missing('error.missing')
  return roleReads(db, await host.organisation(db)).one(id)
}

async function changeBasics({ db }: CommandContext, before: RoleDetail,
  { nameCn, nameEn, sort, enable, remark }: NonNullable<ChangedRole['basics']>) {
  // flows refer to the shipped roles by key
  if (before.builtIn && !enable) refuse('enable', 'system.role.builtIn')
  await db.updateTable('sys_role').set({ name: nameOf(nameCn, nameEn), sort, enable, remark: remark || null }).where('id', '=', before.id)
    .execute()
}

async function changePermissions(context: CommandContext, before: RoleDetail, permissions: readonly Permission[]) {
  const known = grantable(context.host.plugins)
  // an existing permission of a module that is not installed may be kept
  const strange = permissions.find((permission) => !known(permission) && !before.permissions.includes(permission))
  if (strange !== undefined) refuse('permissions', 'system.role.unknownPermission', { permission: strange })
  demandOwn(context, different(before.permissions, permissions))
  await roles(context.db).setPermissions(before.key, permissions)
}

async function changeScopes(context: CommandContext, before: RoleDetail, scopes: readonly ScopeInput[]) {
  const { db, host } = context
  const { groups } = await host.organisation(db)
  const known = new Set(['*', ...host.rowScopes.keys(), ...before.scopes.map(({ resource }) => resource)])
  for (const { resource, scope, withSub, deptIds } of scopes) {
    if (!known.has(resource)) refuse('scopes', 'system.role.unknownResource', { resource })
    if (deptIds.some((unit) => !groups.has(unit))) refuse('scopes', 'system.user.departmentGone')
    if (scope === 2 && deptIds.length === 0) refuse('scopes', 'system.role.departmentsNeeded')
    await roles(db).setScope(before.key, resource, { scope: scopeOfCode[scope], withSub, departments: scope === 2 ? deptIds : [] })
  }
  const gone = before.scopes.map(({ resource }) => resource).filter((resource) => !scopes.some((one) => one.resource === resource))
  if (gone.length > 0) await db.deleteFrom('sys_data_scope').where('role_id', '=', before.id).where('resource', 'in', gone).execute()
}

/** A caller can only grant and revoke permissions that they hold. */
function demandOwn({ caller }: CommandContext, changed: readonly Permission[]) {
  if (beyond(caller, changed).length > 0)
    refuse('permissions', changed.includes(everything) ? 'system.user.aboveYours' : 'system.role.beyondYours')
}

/** Only administrators may change a role that they hold themselves. */
function demandNotMine({ caller }: CommandContext, { key }: RoleDetail) {
  if (!isAdministrator(caller) && caller.roles.includes(key)) throw new Refused('system.role.ownRights')
}

const nameOf = (cn: string, en: string | null | undefined) => composeName({ cn, en: en ?? '' })

function namingTheKey(error: unknown): never {
  if (!isUniqueViolation(error, 'sys_role_perm_chars')) throw error
  return refuse('key', 'error.duplicate', { label: bilingual({ cn: '权限字符', en: 'Role key' }) })
}

function refuse(field: string, code: string, parameters: Readonly<Record<string, string>> = {}): never {
  throw new Refused(code, parameters, [{ field, code, parameters }])
}

/**
 * Permissions of a role after granting exactly these menu entries. Permissions without an entry are kept; a wildcard (`area:resource:*`)
 * is expanded into the permissions that it covers.
 */
export async function permissionsOfMenus({ db, host }: CommandContext, { permissions }: Pick<RoleDetail, 'permissions'>,
  menuIds: readonly string[]): Promise<string[]> {
  const menus = await liveMenus(db).select(['id', 'perms']).where('perms', 'is not', null).execute()
  const ofMenus = new Set(menus.map(({ perms }) => perms))
  const chosen = new Set(menuIds)
  const declared = host.plugins.flatMap((plugin) => plugin.permissions)
  const spelled = permissions.flatMap((
    held,
  ) => (held.endsWith(':*') && !ofMenus.has(held) ? declared.filter((one) => permits(new Set([held]), one)) : [held]))
  return [
    ...new Set([...spelled.filter((permission) => !ofMenus.has(permission)),
      ...menus.filter(({ id }) => chosen.has(id)).flatMap(({ perms }) => perms ?? [])]),
  ]
}
