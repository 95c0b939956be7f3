import type { StatisticsPage } from '#kernel/statistics.ts'
import type { DepartmentScope } from '#server/identity/rights/scope.ts'
import type { Register } from './register.ts'

/** Which facts of a page count. */
export interface FactFilter {
  readonly page: StatisticsPage
  /** First and last day, yyyy-MM-dd. */
  readonly from: string
  readonly to: string
  /** What documents said before this instant. */
  readonly before: Date
  /** Whose entries count instead of facts of documents. */
  readonly register?: Register
  /** Whether the page's facts are folded as it is declared now. */
  readonly isFolded?: boolean
  /** No fact that counts lies beside the fold; where nobody knows, some may. */
  readonly isWholeFolded?: boolean
  /** Facts that count are of days after the one up to which the page is counted. */
  readonly hasLaterDays?: boolean
  /** Departments that the caller sees; their own facts they always see. */
  readonly scope: DepartmentScope
  readonly person: string
  /** Only what the caller sees of their departments, or only what is their own and in none of these. */
  readonly seen?: 'departments' | 'own'
  /** Departments that were asked for; all that are seen without them. */
  readonly departments?: readonly string[]
  /** Documents whose facts are asked for; all without them. */
  readonly documents?: readonly string[]
  /** Values by dimension. */
  readonly filters: Readonly<Record<string, readonly string[]>>
}

/** By what sums are told apart: a dimension, `month` (yyyy-MM), `week` (yyyy-Wnn), `day`, or `document`. */
export type Key = string
