import type { RecordOwners } from '#kernel/plugin.ts'
import type { RecordKind } from '#kernel/record-kinds.ts'

/** A person, with the attributes that engine and pickers need. */
export interface Person {
  readonly id: string
  /** Name, "中文/English". */
  readonly name: string
  /** Employee number. */
  readonly code?: string
  /** Value of the dictionary `positionLevel`; absent: ordinary employee. */
  readonly positionLevel?: string
  readonly enabled: boolean
  readonly departed: boolean
  /** Ids of departments, main one first. */
  readonly departments: readonly string[]
  readonly roles: readonly string[]
  /** Ids of the departments in their row scope, for scoped roles; `all`: every department. */
  readonly scopeDepartments: 'all' | readonly string[]
  /** Values assigned to them, by role and role scope; `*` is every value. */
  readonly roleScopes?: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>
}

export interface Department {
  readonly id: string
  readonly name: string
  readonly code?: string
  readonly parent?: string
  readonly type: 'group' | 'enterprise' | 'department'
  readonly head?: string
  readonly deputy?: string
  readonly vicePresident?: string
  readonly generalManager?: string
  readonly hasBudgetDept: boolean
  /** Code of the nearest enterprise, itself included. */
  readonly company?: string
  /** Path of names from the root, "中文路径/English path". */
  readonly fullName?: string
  readonly enabled: boolean
}

/** A snapshot of the organisation, passed to the engine as a fact. */
export interface Directory {
  person(id: string): Person | undefined
  department(id: string): Department | undefined
  /** The enabled members of a role. */
  holders(role: string): readonly Person[]
  /** The name of a role ("中文/English"). */
  roleName?(role: string): string | undefined
  /** The substitute of a person who is absent at the time of the facts; undefined for one who is present. */
  substitute(person: string): string | undefined
  /** The owners of records of a kind; undefined if no module declares any, or they were not loaded. */
  owners(kind: RecordKind): OwnersOfRecords | undefined
}

/** The owners of the records of one kind. */
export interface OwnersOfRecords extends Omit<RecordOwners, 'of' | 'formerly'> {
  /** @param id id of the record */
  person(id: string): string | undefined
}

/** The nearest department that owns budgets, itself included; undefined when there is none. */
export function budgetDepartment(directory: Pick<Directory, 'department'>, id: string): Department | undefined {
  const seen = new Set<string>()
  for (let department = directory.department(id); department && !seen.has(department.id);
    department = directory.department(department.parent ?? '')) {
    if (department.hasBudgetDept) return department
    seen.add(department.id)
  }
  return undefined
}

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

interface Superior {
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
