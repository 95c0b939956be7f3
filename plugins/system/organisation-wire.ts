/** Wire format of the organisation, shared by API and page. */
export type UnitType = 'GROUP' | 'ENTERPRISE' | 'DEPARTMENT'

/** Reason why requests of a department would find no approver. */
export type Warning = 'noHead' | 'goneHead' | 'noVicePresident' | 'goneVicePresident'

/** A unit in the tree. */
export interface UnitNode {
  readonly id: string
  readonly parentId: string | null
  readonly type: UnitType
  /** "中文/English" */
  readonly name: string
  readonly code: string | null
  readonly enable: boolean
  readonly hasBudgetDept: boolean
  /** Enabled members of the unit itself. */
  readonly people: number
  readonly warnings: readonly Warning[]
  /** Within the caller's scope; other units are only shown as ancestors. */
  readonly isKept: boolean
  /** Matches the search itself, not only as an ancestor. */
  readonly isMatch: boolean
  readonly children: readonly UnitNode[]
}

/** A unit with all its attributes. */
export interface UnitDetail {
  readonly id: string
  readonly version: number
  readonly parentId: string | null
  readonly type: UnitType
  readonly nameCn: string
  readonly nameEn: string
  readonly fullName: string
  readonly code: string | null
  readonly sapCode: string | null
  readonly head: string | null
  readonly deputy: string | null
  readonly vicePresident: string | null
  readonly generalManager: string | null
  readonly hasBudgetDept: boolean
  readonly superiorEnterprise: string | null
  readonly enable: boolean
}

/** A member of a unit. */
export interface UnitMember {
  readonly id: string
  readonly name: string
  readonly jobNumber: string | null
  readonly position: string | null
  readonly enable: boolean
  readonly departed: boolean
  /** The unit is the person's main one. */
  readonly main: boolean
  /** The number of units that the person belongs to. */
  readonly units: number
}

/** Number of usages of a unit or person by one kind of record. */
export interface UsageCount {
  readonly id: string
  readonly cn: string
  readonly en: string
  readonly count: number
  /** Prevents deletion of the unit. */
  readonly keepsUnit: boolean
}

export interface UsageRecord {
  readonly id: string
  readonly name: string
  readonly detail: string | null
  readonly path: string | null
  readonly document: string | null
}

export interface PageOf<Row> {
  readonly records: readonly Row[]
  readonly total: number
}

/** Result of a synchronisation of people, as a preview or after applying. */
export interface SyncAnswer {
  readonly added: readonly SyncedPerson[]
  readonly updated: readonly SyncedPerson[]
  readonly moved: readonly SyncedPerson[]
  readonly disabled: readonly SyncedPerson[]
  readonly failed: readonly (SyncedPerson & { readonly reason: string })[]
  /** Names of directory groups without a corresponding unit. */
  readonly strangeUnits: readonly string[]
}

export interface SyncedPerson {
  readonly userName: string
  /** "中文/English" */
  readonly name: string
  /** New values by field; for the departments their names. */
  readonly details: Readonly<Record<string, string>>
}

export interface SyncPreview extends SyncAnswer {
  readonly fingerprint: string
}

/** Numbers of people per kind of change, after applying. */
export interface SyncCounts {
  readonly success: number
  readonly added: number
  readonly updated: number
  readonly moved: number
  readonly disabled: number
  readonly failed: SyncAnswer['failed']
}

export const syncPath = '/system/org/syncPersonnel'

/** A person of the address book. */
export interface BookPerson {
  readonly id: string
  /** "中文/English" */
  readonly name: string
  readonly avatar: string | null
  readonly jobNumber: string | null
  readonly position: string | null
  readonly phone: string | null
  readonly email: string | null
  /** Of the main unit; "中文/English" */
  readonly department: string | null
  readonly enable: boolean
  readonly departed: boolean
}
