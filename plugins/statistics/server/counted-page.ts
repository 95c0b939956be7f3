import type { ModulesOfProduct } from '#server/plugin.ts'
import type { DepartmentScope } from '#server/identity/rights/scope.ts'
import { pagesAmong } from '../extension-points.ts'
import type { StatisticsPage } from '../statistics-page.ts'
import { type Register, statisticsRegisters } from './extension-points.ts'

/** A page with the register that it counts. */
export interface CountedPage extends StatisticsPage {
  /** If absent, facts of documents are counted. */
  readonly entries: Register | undefined
}

/** The statistics pages of a product in menu order. @throws Error if no module contributes a page's register */
export function pagesOfProduct({ plugins, servers }: ModulesOfProduct): readonly CountedPage[] {
  const registers = new Map(statisticsRegisters.in(servers).map((register) => [register.name, register]))
  return pagesAmong(plugins).map((page) => {
    if (page.register === undefined) return { ...page, entries: undefined }
    const entries = registers.get(page.register)
    if (!entries) throw new Error(`No module contributes the register ${page.register} of the page ${page.key}`)
    return { ...page, entries }
  })
}

/** Selects facts of a page: period, scope and filters. */
export interface FactFilter {
  readonly page: CountedPage
  /** First and last day, yyyy-MM-dd. */
  readonly from: string
  readonly to: string
  /** Only facts recorded before this instant. */
  readonly before: Date
  /** The register whose entries are counted instead of facts. */
  readonly register?: Register
  /** The fold of the page matches its current declaration. */
  readonly isFolded?: boolean
  /** All selected facts are folded; if false or undefined, some may be pending. */
  readonly isWholeFolded?: boolean
  /** There are facts dated after the day up to which the page is counted. */
  readonly hasLaterDays?: boolean
  /** Documents of earlier days are not yet counted. */
  readonly isIncomplete?: boolean
  /** Departments visible to the caller; their own facts are always visible. */
  readonly scope: DepartmentScope
  readonly person: string
  /** Only facts of the caller’s departments, or only their own facts outside of these. */
  readonly seen?: 'departments' | 'own'
  /** Requested departments; all visible ones if absent. */
  readonly departments?: readonly string[]
  /** Documents to restrict to; no restriction if absent. */
  readonly documents?: readonly string[]
  /** Only documents that have a fact on this day or after it, yyyy-MM-dd. */
  readonly newSince?: string
  /** Table rows to restrict to, each by the values of the same keys; no restriction if absent. */
  readonly rows?: readonly Readonly<Record<SumKey, string>>[]
  /** Values by dimension. */
  readonly filters: Readonly<Record<string, readonly string[]>>
}

/** A key of sums: a dimension, `month` (yyyy-MM), `week` (yyyy-Wnn), `day`, or `document`. */
export type SumKey = string
