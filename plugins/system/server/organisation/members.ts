import { Missing, Refused } from '#kernel/errors.ts'
import type { Db } from '#server/database/tables.ts'
import { type Membership, users } from '#server/identity/organisation/users.ts'
import type { CommandContext } from '#server/unit-of-work.ts'
import { isAdministrator } from '../users/guards.ts'
import { demandUnit } from './unit-scope.ts'

interface MemberPosition {
  readonly unit: string
  readonly person: string
}

/** Adds a person to a unit, optionally as their main unit. @throws Missing, Refused */
export async function addMember(context: CommandContext, { unit, person, main }: MemberPosition & { main: boolean }): Promise<void> {
  await change(context, { unit, person }, async (memberships) => {
    // waits for a concurrent deletion of the unit
    const group = await context.db.selectFrom('sys_group').select('enable').where('id', '=', unit).where('del_flag', '=', 0).forShare()
      .executeTakeFirst()
    if (!group?.enable) throw new Refused('system.org.disabled')
    const own = memberships.find(({ id }) => id === unit) ?? { id: unit }
    const others = memberships.filter(({ id }) => id !== unit)
    return main ? [own, ...others] : memberships.includes(own) ? memberships : [...others, own]
  })
}

/**
 * Removes a person from a unit; the next of the remaining ones becomes their main unit. @throws Missing, or Refused `system.org.lastUnit`
 */
export async function removeMember(context: CommandContext, place: MemberPosition): Promise<void> {
  await change(context, place, async (memberships) => {
    const left = memberships.filter(({ id }) => id !== place.unit)
    if (left.length === memberships.length) throw new Missing('error.missing')
    if (left.length === 0) throw new Refused('system.org.lastUnit')
    return left
  })
}

async function change(context: CommandContext, { unit, person }: MemberPosition,
  next: (memberships: readonly Membership[]) => Promise<readonly Membership[]>): Promise<void> {
  const { db, caller, at } = context
  await demandUnit(context, unit)
  // a person's permissions and scopes depend on their units
  if (person === caller.id && !isAdministrator(caller)) throw new Refused('system.role.ownRights')
  await hold(db, person)
  const rows = await db.selectFrom('sys_user_group').select(['group_id as id', 'position']).where('user_id', '=', person).orderBy('is_main',
    'desc').orderBy('sort')
    .orderBy('group_id').execute()
  await users(db, at).setDepartments(person, await next(rows))
  await users(db, at).update(person, {}, caller.id)
}

/** Locks a person, so that changes of their units are serialized. @throws Missing */
async function hold(db: Db, person: string): Promise<void> {
  const row = await db.selectFrom('sys_user').select('id').where('id', '=', person).where('del_flag', '=', 0).forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) throw new Missing('error.missing')
}
