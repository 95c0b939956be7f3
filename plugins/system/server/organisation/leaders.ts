import { Refused } from '#kernel/errors.ts'
import type { Caller } from '#server/identity/caller.ts'
import type { Organisation } from '#server/identity/organisation/organisation.ts'
import type { UnitDetail } from '#plugins/system/unit-wire.ts'
import type { CommandContext } from '#server/unit-of-work.ts'
import { beyond, isAdministrator } from '../users/guards.ts'

/** The leaders of a unit, and the role that they hold by it. */
const offices = { head: 'departmentHead', deputy: undefined, vicePresident: 'vicePresident', generalManager: 'generalManager' } as const

type Office = keyof typeof offices
export type Leaders = Pick<UnitDetail, Office>

/**
 * A named leader must be enabled, and naming them must not give more rights than the caller has.
 * @param before who leads now; absent for a new unit
 * @throws Refused at the field
 */
export async function demandLeaders(context: CommandContext, leaders: Leaders, before?: Leaders): Promise<void> {
  const organisation = await context.host.organisation(context.db)
  const changed = (Object.keys(offices) as Office[]).filter((office) => leaders[office] !== (before?.[office] ?? null))
  for (const office of changed) {
    const person = leaders[office]
    if (!isAdministrator(context.caller)) demandRights(organisation, context.caller, { office, person })
    if (person !== null && !organisation.users.get(person)?.enabled) refuse('system.org.personGone', office)
  }
}

function demandRights({ permissions }: Organisation, caller: Caller, { office, person }: { office: Office; person: string | null }): void {
  const role = offices[office]
  if (!role) return
  if (person === caller.id) refuse('system.role.ownRights', office)
  if (beyond(caller, permissions.get(role) ?? []).length > 0) refuse('system.role.beyondYours', office)
}

function refuse(code: string, field: string): never {
  throw new Refused(code, {}, [{ field, code }])
}
