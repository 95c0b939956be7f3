import type { ChangeVersions } from './organisation/change-versions.ts'

/** Hints that spare the reading of what is known or not asked for. */
export interface DirectoryHints {
  readonly versions?: ChangeVersions
  /** Without owners of cost centres and projects, which are read anew each time. */
  readonly owners?: boolean
}
