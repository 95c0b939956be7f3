import type { OptionalRange } from '../../kernel/flow.ts'
import type { Directory, Person } from '../directory.ts'
import { lineOf, mainDepartment } from './superior.ts'

/** Whether people chosen by hand may include a person. */
export function offers(directory: Directory, range: OptionalRange | undefined, person: string, chooser: string): boolean {
  const found = directory.person(person)
  if (!range || !found) return true
  return tests[range.type](range.ids ?? [], found, { directory, chooser })
}

interface Around {
  readonly directory: Directory
  readonly chooser: string
}

const tests: Record<OptionalRange['type'], (ids: readonly string[], person: Person, around: Around) => boolean> = {
  ALL: () => true,
  DEPT: (ids, person, { directory }) =>
    person.departments.some((department) => lineOf(directory, department).some((above) => ids.includes(above.id))),
  ROLE: (ids, person) => person.roles.some((role) => ids.includes(role)),
  USERS: (ids, person) => ids.includes(person.id),
  SAME_ENTERPRISE: (_, person, { directory, chooser }) => {
    const own = enterprise(directory, mainDepartment(directory, chooser))
    return own !== undefined && person.departments.some((department) => enterprise(directory, department) === own)
  },
}

const enterprise = (directory: Directory, department: string | undefined): string | undefined =>
  lineOf(directory, department).find((above) => above.type === 'enterprise')?.id
