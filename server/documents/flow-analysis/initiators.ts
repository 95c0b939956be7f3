import { departmentLine } from '#approval/resolve/superior.ts'
import type { Directory, Person } from '#approval/directory.ts'
import type { Flow } from '#kernel/flow.ts'

/** Somebody who files in the name of a department, and how many others the flow cannot tell from them. */
export interface Initiator {
  readonly person: Person
  /** Absent for somebody without one. */
  readonly department: string | undefined
  readonly alike: number
}

/**
 * Everyone who may file, set by set: for the rules of a flow the people of a department are alike, and so are those who
 * hold the same roles there. Whoever holds a post above it, is named by the flow, or is stood in for or stands in for
 * somebody is a set of one. A large company comes to a few hundred sets.
 */
export function initiatorsOf(flow: Flow, directory: Directory, people: readonly Person[]): readonly Initiator[] {
  const context: Context = { directory, named: namedBy(flow),
    substitutes: new Set(people.flatMap(({ id }) => directory.substitute(id) ?? [])) }
  const sets = new Map<string, Initiator>()
  for (const person of people) {
    for (const department of person.departments.length > 0 ? person.departments : [undefined]) {
      const key = setOf(person, department, context)
      const known = sets.get(key)
      sets.set(key, known ? { ...known, alike: known.alike + 1 } : { person, department, alike: 1 })
    }
  }
  return [...sets.values()]
}

interface Context {
  readonly directory: Directory
  readonly named: InitiatorSet
  /** All substitutes. */
  readonly substitutes: ReadonlySet<string>
}

interface InitiatorSet {
  readonly roles: ReadonlySet<string>
  readonly people: ReadonlySet<string>
}

/** The people whom a flow names. */
function namedBy(flow: Flow): InitiatorSet {
  const roles = new Set<string>(['workflowAdmin'])
  const people = new Set<string>()
  JSON.stringify(flow, (key, value: unknown) => {
    if (key === 'role' && typeof value === 'string') roles.add(value)
    if (key === 'people' && Array.isArray(value)) { for (const id of value as string[]) people.add(id) }
    return value
  })
  return { roles, people }
}

/** Initiators with the same key are alike for the flow. A role's reach follows from all the roles and departments of its holder. */
function setOf(person: Person, department: string | undefined, context: Context): string {
  if (isSingular(person, department, context)) return JSON.stringify([department, person.id])
  const holds = person.roles.some((role) => context.named.roles.has(role))
  return JSON.stringify(holds ? [department, person.departments, person.roles.toSorted(), person.roleScopes] : [department])
}

function isSingular(person: Person, department: string | undefined, { directory, named, substitutes }: Context): boolean {
  if (named.people.has(person.id) || substitutes.has(person.id) || directory.substitute(person.id) !== undefined) return true
  return departmentLine(directory, department).some(({ head, deputy, vicePresident, generalManager }) =>
    [head, deputy, vicePresident, generalManager].includes(person.id)
  )
}
