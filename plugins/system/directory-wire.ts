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
