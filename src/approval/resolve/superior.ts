import type { Department, Directory } from '../directory.ts'

/** Returns whether a person may hold tasks: known, enabled, and not departed. */
export function isActive(directory: Directory, person: string): boolean {
  const found = directory.person(person)
  return found !== undefined && found.enabled && !found.departed
}

/** A department and its ancestors, nearest first; ends at a cycle. */
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
 * The superior of a person: the head of their department or, if that is the person, of the nearest department above; beyond departments,
 * the vice president in charge, the general manager, and finally the head of the enterprise or group.
 *
 * @param from department to start with. @default their main one
 * @param without further people who are not eligible
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

/** All posts of a line of departments, lowest first: the holder of one reports to the next. */
function postsAbove(line: readonly Department[]): readonly Superior[] {
  return offices.flatMap((office) =>
    line.flatMap((department) => {
      const person = office(department)
      return person === undefined ? [] : [{ person, department: department.id }]
    })
  )
}

/** Kinds of posts, lowest first: heads of departments report to the vice president. */
const offices: readonly ((department: Department) => string | undefined)[] = [
  ({ type, head }) => (type === 'department' ? head : undefined),
  ({ vicePresident }) => vicePresident,
  ({ generalManager }) => generalManager,
  ({ type, head }) => (type === 'department' ? undefined : head),
]
