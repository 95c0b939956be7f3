import { type Expression, type ExpressionBuilder, sql, type SqlBool } from 'kysely'
import { Forbidden, Missing, Refused, Unauthenticated } from '#kernel/errors.ts'
import { everything, type Permission, permits } from '#kernel/permissions.ts'
import { roleDefinitions } from '#kernel/role-definitions.ts'
import type { Caller } from '#server/identity/caller.ts'
import type { Organisation } from '#server/identity/organisation/organisation.ts'
import type { Db, Tables } from '#server/database/tables.ts'
import type { DepartmentScope } from '#server/identity/rights/scope.ts'
import type { Host, RowScope } from '#server/host.ts'
import { canUser } from '#plugins/system/permissions.ts'

/** Accounts visible to a caller: members of departments in their data scope, and their own. */
export interface UserScope {
  readonly departments: DepartmentScope
  readonly own: string
}

/** The caller's data scope of accounts (`user`). */
export async function userScope(host: Pick<Host, 'departments'>, db: Db, caller: Caller): Promise<UserScope> {
  return { departments: await host.departments(db, caller, 'user'), own: caller.id }
}

/** The scope as a condition on `sys_user`, used by all statements about accounts. */
export function inScope({ departments, own }: UserScope) {
  return (eb: ExpressionBuilder<Tables, 'sys_user'>): Expression<SqlBool> =>
    departments === 'all' ? eb.lit(true) : eb.or([eb('sys_user.id', '=', own), isMember([...departments])])
}

const isMember = (departments: readonly string[]) =>
  sql<
    SqlBool
  >`exists (select from sys_user_group membership where membership.user_id = sys_user.id and membership.group_id = any(${departments}))`

export const accountScope: RowScope = {
  cn: '用户',
  en: 'Users',
  needs: canUser.view,
  async count(host, db, caller) {
    const counted = db.selectFrom('sys_user').select((eb) => eb.fn.countAll<string>().as('count')).where('del_flag', '=', 0)
    const seen = await counted.where(inScope(await userScope(host, db, caller))).executeTakeFirstOrThrow()
    const { count } = await counted.executeTakeFirstOrThrow()
    return { seen: Number(seen.count), all: Number(count) }
  },
}

/** Returns whether the caller has all permissions and may therefore grant any. */
export const isAdministrator = ({ permissions }: Pick<Caller, 'permissions'>): boolean => permissions.has(everything)

/** Refuses callers who were disabled during the call. @throws Unauthenticated */
export function demandCaller(held: HeldPeople, caller: Caller): void {
  if (!held.people.get(caller.id)?.enable) throw new Unauthenticated('error.unauthenticated')
}

/** Permissions of a person: by the administrator flag and by their roles. */
function permissionsOf({ users, permissions }: Organisation, id: string): readonly Permission[] {
  const member = users.get(id)
  if (!member) return []
  return [...(member.admin ? [everything] : []), ...member.roles.flatMap((role) => permissions.get(role) ?? [])]
}

/** Administrators may only be changed by administrators. @throws Refused `system.user.aboveYours` */
export function demandRank(organisation: Organisation, caller: Caller, id: string): void {
  if (!isAdministrator(caller) && permissionsOf(organisation, id).includes(everything)) throw new Refused('system.user.aboveYours')
}

/**
 * Setting a person's password allows signing in as them, so the caller must have all of their permissions.
 * @throws Refused `system.user.aboveYours`
 */
export function demandPower(organisation: Organisation, caller: Caller, id: string): void {
  if (beyond(caller, permissionsOf(organisation, id)).length > 0) throw new Refused('system.user.aboveYours')
}

/**
 * Granted roles must have listed members, and the caller must hold all of their permissions.
 * @param changed keys of added and removed roles
 * @throws Refused at `roles`
 */
export function demandRoles(organisation: Organisation, caller: Caller,
  { changed, id }: { readonly changed: readonly string[]; readonly id?: string }): void {
  if (changed.length === 0) return
  if (changed.some((key) => !isListed(key))) refuse('system.role.computed')
  if (isAdministrator(caller)) return
  if (id === caller.id) refuse('system.role.ownRights')
  if (changed.some((key) => beyond(caller, organisation.permissions.get(key) ?? []).length > 0)) refuse('system.role.beyondYours')
}

/** The requested permissions that the caller does not hold and therefore may not grant. */
export const beyond = ({ permissions }: Pick<Caller, 'permissions'>, requested: readonly Permission[]): readonly Permission[] =>
  requested.filter((permission) => !permits(permissions, permission))

/** Returns whether a role has listed members; the holders of other shipped roles follow from the organisation or the document. */
export const isListed = (key: string): boolean => (roleDefinitions.find((role) => role.key === key)?.holders ?? 'members') === 'members'

function refuse(code: string): never {
  throw new Refused(code, {}, [{ field: 'roles', code }])
}

interface HeldPerson {
  readonly id: string
  readonly user_name: string
  readonly enable: boolean
  readonly admin: boolean
  readonly position_level: string | null
  readonly version: number
}

/** People locked until the transaction ends. */
interface HeldPeople {
  readonly people: ReadonlyMap<string, HeldPerson>
}

/** Locks people and all enabled administrators, ordered by id to avoid deadlocks; serializes mutual changes. */
export async function hold(db: Db, ids: readonly string[]): Promise<HeldPeople> {
  const rows = await db
    .selectFrom('sys_user')
    .select(['id', 'user_name', 'enable', 'admin', 'position_level', 'version'])
    .where('del_flag', '=', 0)
    .where((eb) => eb.or([eb('id', '=', sql<string>`any(${[...ids]})`), eb.and([eb('admin', '=', true), eb('enable', '=', true)])]))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return { people: new Map(rows.map((row) => [row.id, row])) }
}

/** @throws Refused `identity.lastAdministrator` if the person is the only enabled administrator */
export function demandAnother({ people }: HeldPeople, id: string): void {
  const administrators = [...people.values()].filter(({ admin, enable }) => admin && enable)
  if (administrators.length === 1 && administrators[0]?.id === id) throw new Refused('identity.lastAdministrator')
}

/** A locked person within the caller's scope. @throws Missing */
export async function heldInScope(db: Db, { people }: HeldPeople, id: string, scope: UserScope): Promise<HeldPerson> {
  const person = people.get(id)
  const seen = person && (await db.selectFrom('sys_user').select('id').where('id', '=', id).where(inScope(scope)).executeTakeFirst())
  if (!person || !seen) throw new Missing('error.missing')
  return person
}

/** Requires an unrestricted data scope, e.g. for logs, which contain data of all departments. @throws Forbidden */
export async function demandUnrestrictedScope({ departments }: Pick<Host, 'departments'>, db: Db,
  { caller, resource }: { readonly caller: Caller; readonly resource: string }): Promise<void> {
  if ((await departments(db, caller, resource)) !== 'all') throw new Forbidden('error.forbidden')
}
