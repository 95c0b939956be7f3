import { Refused, Unauthenticated } from '#kernel/errors.ts'
import { everything, type Permission, permits } from '#kernel/permissions.ts'
import type { Caller } from '#server/identity/caller.ts'
import type { Organisation } from '#server/identity/organisation/organisation.ts'
import { roleDefinitions } from '#kernel/role-definitions.ts'
import type { HeldPeople } from './hold.ts'

/** Returns whether somebody may do everything, and so may hand out everything. */
export const isAdministrator = ({ permissions }: Pick<Caller, 'permissions'>): boolean => permissions.has(everything)

/** A caller who was disabled while the call was on its way changes nothing any more. @throws Unauthenticated */
export function demandCaller(held: HeldPeople, caller: Caller): void {
  if (!held.people.get(caller.id)?.enable) throw new Unauthenticated('error.unauthenticated')
}

/** The permissions of a person: the flag, and those of all their roles. */
function permissionsOf({ users, permissions }: Organisation, id: string): readonly Permission[] {
  const member = users.get(id)
  if (!member) return []
  return [...(member.admin ? [everything] : []), ...member.roles.flatMap((role) => permissions.get(role) ?? [])]
}

/** Administrators are changed by administrators only. @throws Refused `system.user.aboveYours` */
export function demandRank(organisation: Organisation, caller: Caller, id: string): void {
  if (!isAdministrator(caller) && permissionsOf(organisation, id).includes(everything)) throw new Refused('system.user.aboveYours')
}

/**
 * A person who sets somebody's password can sign in as them, and so must be able to do what they can.
 * @throws Refused `system.user.aboveYours`
 */
export function demandPower(organisation: Organisation, caller: Caller, id: string): void {
  if (beyond(caller, permissionsOf(organisation, id)).length > 0) throw new Refused('system.user.aboveYours')
}

/**
 * Roles that are given: they have members, and nobody hands out what they may not do themselves.
 * @param changed those that the person gets or loses
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

/** Permissions that a person may not hand out, because they do not hold them. */
export const beyond = ({ permissions }: Pick<Caller, 'permissions'>, requested: readonly Permission[]): readonly Permission[] =>
  requested.filter((permission) => !permits(permissions, permission))

/**
 * Returns whether a role's holders are those listed for it; those of the other shipped roles follow from the organisation or the document.
 */
export const isListed = (key: string): boolean => (roleDefinitions.find((role) => role.key === key)?.holders ?? 'members') === 'members'

function refuse(code: string): never {
  throw new Refused(code, {}, [{ field: 'roles', code }])
}
