import type { StatisticsPage } from '#kernel/statistics.ts'
import type { DepartmentScope } from '#server/identity/rights/scope.ts'
import type { Register } from './register.ts'

/** A choice of the facts of a page. */
export interface FactFilter {
  readonly page: StatisticsPage
  /** First and last day, yyyy-MM-dd. */
  readonly from: string
  readonly to: string
  /** Only facts that were recorded before this instant. */
  readonly before: Date
  /** The register whose entries count instead of facts of documents. */
  readonly register?: Register
  /** The page's facts are folded as it is declared now. */
  readonly isFolded?: boolean
  /** No fact that counts lies beside the fold; where this is not known, some may. */
  readonly isWholeFolded?: boolean
  /** Facts that count are of days after the one up to which the page is counted. */
  readonly hasLaterDays?: boolean
  /** Documents of earlier days are still to be counted. */
  readonly isIncomplete?: boolean
  /** Departments that the caller sees; their own facts they always see. */
  readonly scope: DepartmentScope
  readonly person: string
  /** Only facts of the caller’s departments, or only their own facts outside of these. */
  readonly seen?: 'departments' | 'own'
  /** Departments that were asked for; all that are seen without them. */
  readonly departments?: readonly string[]
  /** Documents whose facts are asked for; all without them. */
  readonly documents?: readonly string[]
  /** Only documents that have a fact on this day or after it, yyyy-MM-dd. */
  readonly newSince?: string
  /** Rows of the table that are asked for, by the values of the same keys; all without them. */
  readonly rows?: readonly Readonly<Record<SumKey, string>>[]
  /** Values by dimension. */
  readonly filters: Readonly<Record<string, readonly string[]>>
}

/** A key of sums: a dimension, `month` (yyyy-MM), `week` (yyyy-Wnn), `day`, or `document`. */
export type SumKey = string
