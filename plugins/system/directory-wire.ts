/** The answer of the synchronisation of people, before or after it. */
export interface SyncAnswer {
  readonly added: readonly SyncedPerson[]
  readonly updated: readonly SyncedPerson[]
  readonly moved: readonly SyncedPerson[]
  readonly disabled: readonly SyncedPerson[]
  readonly failed: readonly (SyncedPerson & { readonly reason: string })[]
  /** Names of groups that no unit corresponds to. */
  readonly strangeUnits: readonly string[]
}

export interface SyncedPerson {
  readonly userName: string
  /** "中文/English" */
  readonly name: string
  /** The changes, by field; of the departments, their names. */
  readonly details: Readonly<Record<string, string>>
}

export interface SyncPreview extends SyncAnswer {
  readonly fingerprint: string
}

/** Counts of what was done. */
export interface SyncCounts {
  readonly success: number
  readonly added: number
  readonly updated: number
  readonly moved: number
  readonly disabled: number
  readonly failed: SyncAnswer['failed']
}

export const syncPath = '/system/org/syncPersonnel'
