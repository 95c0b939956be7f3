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
