import type { Department, Directory } from '../directory.ts'

/** People who may hold a task: in the directory, enabled and still with the company. */
export function isActive(directory: Directory, person: string): boolean {
  const found = directory.person(person)
  return found !== undefined && found.enabled && !found.departed
}

/** A department and those above it, nearest first; a directory that runs in a circle ends it. */
export function departmentLine(directory: Directory, department: string | undefined): readonly Department[] {
  const line: Department[] = []
  let next = department
  while (next !== undefined) {
    const found = directory.department(next)
    if (!found || line.includes(found)) break
    line.push(found)
    next = found.parent
  }
  return line
}

/** The main department of a person. */
export const mainDepartment = (directory: Directory, person: string): string | undefined => directory.person(person)?.departments[0]

export interface Superior {
  readonly person: string
  readonly department: string
}

/**
 * The superior of a person: the head of their department, or where they are the head themselves the head of the
 * nearest department above; with no department left, the vice president in charge, the general manager, and at last
 * the head of the enterprise or group.
 *
 * @param from the department to begin with; their main one otherwise
 * @param without people who may not be the answer, beside the person
 */
export function superiorOf(
  directory: Directory,
  person: string,
  from: string | undefined = mainDepartment(directory, person),
  without: (person: string) => boolean = () => false,
): Superior | undefined {
  const posts = postsAbove(departmentLine(directory, from))
  const suits = (holder: string): boolean => holder !== person && !without(holder) && isActive(directory, holder)
  const own = posts.findLastIndex(({ person: holder }) => holder === person)
  return posts.slice(own + 1).find((post) => suits(post.person))
}

/** Every post of a line of departments, from the lowest to the highest: whoever holds one stands below the next. */
function postsAbove(line: readonly Department[]): readonly Superior[] {
  return offices.flatMap((office) =>
    line.flatMap((department) => {
      const person = office(department)
      return person === undefined ? [] : [{ person, department: department.id }]
    })
  )
}

/** A department's head stands below the vice president in charge of it. */
const offices: readonly ((department: Department) => string | undefined)[] = [
  ({ type, head }) => (type === 'department' ? head : undefined),
  ({ vicePresident }) => vicePresident,
  ({ generalManager }) => generalManager,
  ({ type, head }) => (type === 'department' ? undefined : head),
]
