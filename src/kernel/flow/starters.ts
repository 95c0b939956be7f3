/**
 * The people whom a flow lets start documents, of those who hold the right of its form: in one of these departments or below
 * it, in one of these roles, or named. Without any of them, everybody.
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

/** Returns whether nobody is left out. */
export const isEverybody = ({ departments, roles, people }: Starters): boolean => departments.length + roles.length + people.length === 0

/** Returns whether somebody may start documents. @param departments those of the person, with all above them */
export function isStarter(starters: Starters | undefined, { id, roles }: PersonRoles, departments: ReadonlySet<string>): boolean {
  if (!starters || isEverybody(starters)) return true
  return starters.people.includes(id) || starters.roles.some((role) => roles.includes(role)) ||
    starters.departments.some((department) => departments.has(department))
}
