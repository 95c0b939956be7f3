import type { Band } from '#plugins/statistics/bands.ts'
import type { YearSetting } from '../budget-year.ts'

/** Amounts of a month or year in API responses: decimal texts, RMB. */
export interface Figures {
  readonly budget: string
  readonly used: string
  readonly occupied: string
  readonly available: string
  readonly band: Band
}

interface YearFigures extends Omit<Figures, 'budget'> {
  readonly annualBudget: string
  /** January to December. */
  readonly months: readonly Figures[]
}

/** A budget line: department and category. */
export interface BudgetLine extends YearFigures {
  /** Null for spending without a plan. */
  readonly id: string | null
  readonly version: number | null
  readonly departmentId: string
  readonly departmentName: string
  readonly expenseCategoryId: string
  readonly expenseCategoryName: string
  readonly expenseCategoryCode: string
  readonly remark: string | null
  /** Planned months as entered; the months' `budget` includes transfers and adjustments. */
  readonly plan: readonly string[] | null
  readonly cumulativeBudget: string
  readonly cumulativeActual: string
  readonly cumulativeVariance: string
}

export interface DepartmentGroup extends YearFigures {
  readonly departmentId: string
}

/** Latest change of a year. */
interface LatestChange {
  /** Number of changes of the year. */
  readonly version: number
  readonly action: ChangeAction
  readonly operator: string
  /** yyyy-MM-dd HH:mm:ss */
  readonly happenTime: string
}

export type ChangeAction = 'add' | 'edit' | 'import' | 'adjust' | 'setting' | 'lock' | 'unlock'

/** Lines of a year with their sums. */
export interface BudgetYear {
  readonly records: readonly BudgetLine[]
  readonly total: number
  readonly pages: number
  readonly groups: readonly DepartmentGroup[]
  readonly totals: YearFigures
  readonly bands: Partial<Record<Band, number>>
  readonly withoutBudget: readonly { readonly departmentId: string; readonly departmentName: string }[]
  readonly setting: YearSetting
  /** 1–12 in the current year, 12 in past years, 0 in future years. */
  readonly upToMonth: number
  /** Current date of the server, yyyy-MM-dd. */
  readonly today: string
  readonly years: readonly number[]
  readonly change: LatestChange | null
  readonly varianceDue: number
}

/** A ledger entry. */
export interface LedgerEntry {
  readonly id: string
  readonly month: number
  readonly entryType: 'OCCUPY' | 'RELEASE' | 'SPEND' | 'REFUND' | 'TRANSFER' | 'ADJUST'
  readonly expenseCategoryId: string
  readonly businessType: string | null
  readonly businessNo: string | null
  /** Null if there is no document or it may not be read. */
  readonly procInstId: string | null
  readonly title: string | null
  readonly titleEn: string | null
  readonly reason: string | null
  readonly operator: string
  readonly happenTime: string
  /** Change of the available amount. */
  readonly change: string
  /** Available amount after the entry; null if filters leave out entries. */
  readonly balance: string | null
}

export interface EntryPage {
  readonly records: readonly LedgerEntry[]
  readonly total: number
  readonly pages: number
  readonly planned?: string
  readonly balance?: string
}

export interface QuarterLine {
  readonly departmentId: string
  readonly departmentName: string
  readonly expenseCategoryId: string
  readonly expenseCategoryName: string
  readonly budget: string
  readonly actual: string
  readonly variance: string
  readonly share: string | null
  readonly needed: boolean
  readonly dueDate: string
  readonly reason: string | null
  readonly submittedBy: string | null
  readonly submittedTime: string | null
  readonly overdue: boolean
}

export interface ChangeRecord {
  readonly id: string
  readonly action: ChangeAction
  readonly before: ChangeContent | null
  readonly after: ChangeContent | null
  readonly reason: string | null
  readonly operator: string
  readonly happenTime: string
}

export interface ChangeContent {
  readonly months?: readonly string[]
  readonly remark?: string | null
  readonly number?: string
  readonly amount?: string
  readonly from?: MoveSide
  readonly to?: MoveSide
}

export interface MoveSide {
  readonly departmentId: string
  readonly expenseCategoryId: string
  readonly month: number
}
