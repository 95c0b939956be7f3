import type { RecordKind } from '#kernel/record-kinds.ts'
import type { ChangeVersions } from './organisation/change-versions.ts'

/** Hints that spare the reading of what is known or not asked for. */
export interface DirectoryHints {
  readonly versions?: ChangeVersions
  /** Kinds of the records whose owners are read, anew each time; without it, of none. */
  readonly owners?: readonly RecordKind[]
}
