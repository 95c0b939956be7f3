import { sql } from 'kysely'
import { Refused } from '#kernel/errors.ts'
import type { CommandContext } from '#server/unit-of-work.ts'
import { beyond, isAdministrator, isListed } from '../users/guards.ts'
import { type Responsibility, setResponsibilities } from './responsibilities.ts'
import type { RoleDetail } from '#plugins/system/role-wire.ts'

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
  if (!isListed(key)) refuse('system.role.computed')
  if (!isAdministrator(caller)) {
    if ([...add, ...remove, ...responsible.map(({ userId }) => userId)].includes(caller.id)) refuse('system.role.ownRights')
    if (beyond(caller, permissions).length > 0) refuse('system.role.beyondYours')
  }
  const known = await db.selectFrom('sys_user').select('id').where('id', '=', sql<string>`any(${[...add]})`).where('del_flag', '=', 0)
    .where('enable', '=', true).execute()
  if (known.length < new Set(add).size) refuse('system.role.memberGone')
  if (remove.length > 0) await db.deleteFrom('sys_user_role').where('role_id', '=', id).where('user_id', 'in', [...remove]).execute()
  if (known.length > 0)
    await db.insertInto('sys_user_role').values(known.map((person) => ({ role_id: id, user_id: person.id }))).onConflict((conflict) =>
      conflict.doNothing()
    ).execute()
  await setResponsibilities(context, id, responsible)
}

function refuse(code: string): never {
  throw new Refused(code, {}, [{ field: 'members', code }])
}
