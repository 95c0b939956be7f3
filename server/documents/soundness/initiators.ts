import { lineOf } from '../../../src/approval/resolve/superior.ts'
import type { Directory, Person } from '../../../src/approval/directory.ts'
import type { Flow } from '../../../src/kernel/flow.ts'

/** Somebody who files in the name of a department, and how many others the flow cannot tell from them. */
export interface Initiator {
  readonly person: Person
  /** Absent for somebody without one. */
  readonly department: string | undefined
  readonly alike: number
}

/**
 * Everyone who may file, set by set: for the rules of a flow the people of a department are alike, unless they hold a
 * post above it or are themselves among those whom the flow names. A large company comes to a few hundred sets.
 */
export function initiatorsOf(flow: Flow, directory: Directory, people: readonly Person[]): readonly Initiator[] {
  const named = namedBy(flow)
  const sets = new Map<string, Initiator>()
  for (const person of people) {
    for (const department of person.departments.length > 0 ? person.departments : [undefined]) {
      const key = isSpecial(person, department, { directory, named }) ? `${person.id} ${department}` : String(department)
      const known = sets.get(key)
      sets.set(key, known ? { ...known, alike: known.alike + 1 } : { person, department, alike: 1 })
    }
  }
  return [...sets.values()]
}

interface Named {
  readonly roles: ReadonlySet<string>
  readonly people: ReadonlySet<string>
}

/** Whom a flow names, wherever in it. */
function namedBy(flow: Flow): Named {
  const roles = new Set<string>(['workflowAdmin'])
  const people = new Set<string>()
  JSON.stringify(flow, (key, value: unknown) => {
    if (key === 'role' && typeof value === 'string') roles.add(value)
    if (key === 'people' && Array.isArray(value)) for (const id of value as string[]) people.add(id)
    return value
  })
  return { roles, people }
}

function isSpecial(person: Person, department: string | undefined, { directory, named }: { directory: Directory; named: Named }): boolean {
  if (named.people.has(person.id) || person.roles.some((role) => named.roles.has(role))) return true
  return lineOf(directory, department).some(({ head, deputy, vicePresident, generalManager }) =>
    [head, deputy, vicePresident, generalManager].includes(person.id))
}
