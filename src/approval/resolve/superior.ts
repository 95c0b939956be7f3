import type { Department, Directory } from '../directory.ts'

/** Who may hold a task: in the directory, enabled and still with the company. */
export function isActive(directory: Directory, person: string): boolean {
  const found = directory.person(person)
  return found !== undefined && found.enabled && !found.departed
}

/** A department and those above it, nearest first; a directory that runs in a circle ends it. */
export function lineOf(directory: Directory, department: string | undefined): readonly Department[] {
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
export const mainDepartment = (directory: Directory, person: string): string | undefined =>
  directory.person(person)?.departments[0]

export interface Superior {
  readonly person: string
  readonly department: string
}

/**
 * Who stands above a person: the head of their department, or where they are the head themselves the head of the
 * nearest department above; with no head left, the vice president in charge, then the general manager.
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
  const line = lineOf(directory, from)
  const suits = (candidate: string | undefined): candidate is string =>
    candidate !== undefined && candidate !== person && !without(candidate) && isActive(directory, candidate)
  for (const office of ['head', 'vicePresident', 'generalManager'] as const) {
    for (const department of line) {
      const candidate = department[office]
      if (suits(candidate)) return { person: candidate, department: department.id }
    }
  }
  return undefined
}
