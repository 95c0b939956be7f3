import type { RecordOwners } from '#kernel/plugin.ts'
import type { RecordKind } from '#kernel/record-kinds.ts'

/** A person as the engine and the pickers see them. */
export interface Person {
  readonly id: string
  /** "中文/English" */
  readonly name: string
  /** Job number. */
  readonly code?: string
  /** Value of the dictionary `positionLevel`, kept by HR; absent: an ordinary employee. */
  readonly positionLevel?: string
  readonly enabled: boolean
  readonly departed: boolean
  /** Main department first. */
  readonly departments: readonly string[]
  readonly roles: readonly string[]
  /** Departments that their data scope holds, for roles limited by one; `all` sees every department. */
  readonly scopeDepartments: 'all' | readonly string[]
  /** Their responsibilities in a role, by the keys of role and scope; `*` is every value. */
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
  /** Code of the nearest enterprise at or above. */
  readonly company?: string
  /** Names from the root down, "中文路径/English path". */
  readonly fullName?: string
  readonly enabled: boolean
}

/** The organisation at one moment, handed to the engine as a fact. */
export interface Directory {
  person(id: string): Person | undefined
  department(id: string): Department | undefined
  /** Enabled members of a role. */
  holders(role: string): readonly Person[]
  /** Its name ("中文/English"). */
  roleName?(role: string): string | undefined
  /** A stand-in during absence, at the time of the fact. */
  substitute(person: string): string | undefined
  /** The people who answer for the records of a kind; undefined where no module declares any, or nobody has asked for them to be read. */
  owners(kind: RecordKind): OwnersOfRecords | undefined
}

/** The people who answer for the records of a kind, each for some. */
export interface OwnersOfRecords extends Omit<RecordOwners, 'of' | 'formerly'> {
  /** @param id of the record */
  person(id: string): string | undefined
}

/** The nearest department at or above this one that owns budgets; undefined when there is none. */
export function budgetDepartment(directory: Pick<Directory, 'department'>, id: string): Department | undefined {
  const seen = new Set<string>()
  for (let department = directory.department(id); department && !seen.has(department.id);
    department = directory.department(department.parent ?? '')) {
    if (department.hasBudgetDept) return department
    seen.add(department.id)
  }
  return undefined
}
