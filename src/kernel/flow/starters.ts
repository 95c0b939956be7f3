/**
 * The people who may start documents, among those with the permission of the form: members of a department or its subdepartments, holders
 * of a role, or named people. All empty: everybody.
 */
export interface Starters {
  readonly departments: readonly string[]
  readonly roles: readonly string[]
  readonly people: readonly string[]
}

interface PersonRoles {
  readonly id: string
  readonly roles: readonly string[]
}

/** Returns whether starters are not restricted. */
export const isEverybody = ({ departments, roles, people }: Starters): boolean => departments.length + roles.length + people.length === 0

/** Returns whether a person may start documents. @param departments the person's departments and all of their ancestors */
export function isStarter(starters: Starters | undefined, { id, roles }: PersonRoles, departments: ReadonlySet<string>): boolean {
  if (!starters || isEverybody(starters)) return true
  return starters.people.includes(id) || starters.roles.some((role) => roles.includes(role)) ||
    starters.departments.some((department) => departments.has(department))
}
