import type { RecordKind } from '#kernel/record-kinds.ts'
import type { ChangeVersions } from './organisation/change-versions.ts'

/** Optional hints that save reads. */
export interface DirectoryHints {
  readonly versions?: ChangeVersions
  /** Record kinds whose owners are read, without caching; by default none. */
  readonly owners?: readonly RecordKind[]
}
