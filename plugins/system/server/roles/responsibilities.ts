import { sql } from 'kysely'
import { Refused } from '#kernel/errors.ts'
import { everyValue, type RoleScope } from '#kernel/plugin.ts'
import type { Db } from '#server/database/tables.ts'
import { dictionaries } from '#server/identity/dictionaries.ts'
import { listsByKey } from '#server/identity/lists-by-key.ts'
import type { CommandContext } from '#server/unit-of-work.ts'
import type { RoleDetail } from '#plugins/system/access-wire.ts'
import { beyond, isAdministrator, isListed } from '../users/guards.ts'

/** Responsibility of a role member in one scope. */
interface Responsibility {
  readonly userId: string
  readonly scope: string
  readonly values: readonly string[]
}

/** Replaces responsibilities of members, per scope. @throws Refused at `members` */
async function setResponsibilities({ db, host, caller }: CommandContext, role: string,
  responsibilities: readonly Responsibility[]): Promise<void> {
  if (responsibilities.length === 0) return
  const listed = new Set(
    (await db.selectFrom('sys_user_role').select('user_id').where('role_id', '=', role).execute()).map(({ user_id }) => user_id),
  )
  for (const { userId, scope: key, values } of responsibilities) {
    const scope = host.plugins.flatMap(({ roleScopes }) => roleScopes).find((one) => one.key === key)
    if (!scope || !listed.has(userId)) refuse('system.role.memberGone')
    const held = { db, user: userId, role, scope: key }
    const before = await valuesOf(held)
    const added = values.filter((value) => value !== everyValue && !before.includes(value))
    const known = new Set(await choicesAmong({ db, host, caller }, scope, added))
    const unknown = added.find((value) => !known.has(value))
    if (unknown !== undefined) refuse('system.role.unknownValue', { value: unknown })
    await setValues(held, [...new Set(values.includes(everyValue) ? [everyValue] : values)])
  }
}

/** Responsibilities of these members, by scope. */
export async function responsibilitiesOf(db: Db, role: string,
  users: readonly string[]): Promise<ReadonlyMap<string, Readonly<Record<string, readonly string[]>>>> {
  const rows = await db.selectFrom('sys_role_member_scope').selectAll().where('role_id', '=', role).where('user_id', '=',
    sql<string>`any(${[...users]})`).orderBy('scope')
    .execute()
  return new Map(
    [...listsByKey(rows.map((row) => [row.user_id, [row.scope, row.values] as const] as const))].map((
      [user, entries],
    ) => [user, Object.fromEntries(entries)]),
  )
}

interface ResponsibilityKey {
  readonly db: Db
  readonly user: string
  readonly role: string
  readonly scope: string
}

const rowOf = ({ db, user, role, scope }: ResponsibilityKey) =>
  db.selectFrom('sys_role_member_scope').select('values').where('user_id', '=', user).where('role_id', '=', role).where('scope', '=', scope)

const valuesOf = async (held: ResponsibilityKey): Promise<readonly string[]> => (await rowOf(held).executeTakeFirst())?.values ?? []

async function setValues({ db, user, role, scope }: ResponsibilityKey, values: readonly string[]) {
  if (values.length === 0) {
    await db.deleteFrom('sys_role_member_scope').where('user_id', '=', user).where('role_id', '=', role).where('scope', '=', scope)
      .execute()
    return
  }
  await db.insertInto('sys_role_member_scope').values({ user_id: user, role_id: role, scope, values: [...values] })
    .onConflict((conflict) => conflict.columns(['user_id', 'role_id', 'scope']).doUpdateSet({ values: [...values] })).execute()
}

/** Selectable values of a scope: the enabled items of its dictionary, or the existing records among the given values. */
async function choicesAmong({ db, host, caller }: Pick<CommandContext, 'db' | 'host' | 'caller'>, { dict, to }: RoleScope,
  values: readonly string[]): Promise<readonly string[]> {
  if (dict !== undefined) return (await dictionaries(db).list(dict)).filter(({ disabled }) => !disabled).map(({ value }) => value)
  return values.length === 0
    ? []
    : ((await host.references.source(to)?.find(db, values, { caller, departments: host.departments })) ?? []).map(({ id }) => id)
}

function refuse(code: string, parameters: Readonly<Record<string, string>> = {}): never {
  throw new Refused(code, parameters, [{ field: 'members', code, parameters }])
}

interface MemberChange {
  readonly add: readonly string[]
  readonly remove: readonly string[]
  /** Values of a scope for which a member is responsible; empty for none. */
  readonly responsible: readonly Responsibility[]
}

/** Adds and removes members of a role. @throws Refused at `members` */
export async function changeMembers(context: CommandContext, { id, key, permissions }: Pick<RoleDetail, 'id' | 'key' | 'permissions'>,
  { add, remove, responsible }: MemberChange): Promise<void> {
  const { db, caller } = context
  if (!isListed(key)) refuseMembers('system.role.computed')
  if (!isAdministrator(caller)) {
    if ([...add, ...remove, ...responsible.map(({ userId }) => userId)].includes(caller.id)) refuseMembers('system.role.ownRights')
    if (beyond(caller, permissions).length > 0) refuseMembers('system.role.beyondYours')
  }
  const known = await db.selectFrom('sys_user').select('id').where('id', '=', sql<string>`any(${[...add]})`).where('del_flag', '=', 0)
    .where('enable', '=', true).execute()
  if (known.length < new Set(add).size) refuseMembers('system.role.memberGone')
  if (remove.length > 0) await db.deleteFrom('sys_user_role').where('role_id', '=', id).where('user_id', 'in', [...remove]).execute()
  if (known.length > 0)
    await db.insertInto('sys_user_role').values(known.map((person) => ({ role_id: id, user_id: person.id }))).onConflict((conflict) =>
      conflict.doNothing()
    ).execute()
  await setResponsibilities(context, id, responsible)
}

function refuseMembers(code: string): never {
  throw new Refused(code, {}, [{ field: 'members', code }])
}
