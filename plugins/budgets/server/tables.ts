import type { ColumnType, Generated } from 'kysely'
import type { RecordTable } from '#server/resources/columns.ts'

type Months = Record<'m01' | 'm02' | 'm03' | 'm04' | 'm05' | 'm06' | 'm07' | 'm08' | 'm09' | 'm10' | 'm11' | 'm12', string>

interface AnnualBudgetTable extends RecordTable, Months {
  budget_year: number
  department_id: string
  expense_category_id: string
  remark: string | null
  source: Generated<'manual' | 'import' | 'adjust'>
}

interface BudgetYearSettingTable {
  year: number
  start_month: Generated<number>
  end_month: Generated<number>
  /** Closed for changes of plans. */
  locked: Generated<boolean>
  variance_due_days: Generated<number>
  /** Consequence for documents that exceed a budget of the year. */
  control: Generated<'warn' | 'block'>
}

export type EntryKind = 'occupy' | 'release' | 'spend' | 'refund' | 'transfer' | 'adjust'

type InsertOnly<Type> = ColumnType<Type, Type, never>

interface BudgetEntryTable {
  id: ColumnType<string, never, never>
  year: InsertOnly<number>
  month: InsertOnly<number>
  department_id: InsertOnly<string>
  expense_category_id: InsertOnly<string>
  kind: InsertOnly<EntryKind>
  /** RMB, above 0. */
  amount: InsertOnly<string>
  direction: InsertOnly<1 | -1>
  business_type: InsertOnly<string | null>
  document_id: InsertOnly<string | null>
  row_id: InsertOnly<string | null>
  round: InsertOnly<number | null>
  step: InsertOnly<number | null>
  ref_entry_id: InsertOnly<string | null>
  currency: InsertOnly<string | null>
  rate: InsertOnly<string | null>
  /** Application and row from which the occupation was taken over. */
  source_id: ColumnType<string | null, string | null | undefined, never>
  source_row: ColumnType<string | null, string | null | undefined, never>
  off_budget: ColumnType<boolean, boolean | undefined, never>
  correction: ColumnType<boolean, boolean | undefined, never>
  reason: InsertOnly<string | null>
  /** Number of the origin if it is not a document. */
  number: ColumnType<string | null, string | null | undefined, never>
  operator: InsertOnly<string>
  happen_time: InsertOnly<Date>
}

/** Totals of the entries per line and month, RMB; maintained by a trigger of the ledger. */
interface BudgetTotalTable {
  year: ColumnType<number, never, never>
  department_id: ColumnType<string, never, never>
  expense_category_id: ColumnType<string, never, never>
  month: ColumnType<number, never, never>
  /** Sum of transfers and adjustments. */
  moved: ColumnType<string, never, never>
  used: ColumnType<string, never, never>
  occupied: ColumnType<string, never, never>
}

export type ChangeAction = 'add' | 'edit' | 'import' | 'adjust' | 'setting' | 'lock' | 'unlock'

interface BudgetChangeTable {
  id: ColumnType<string, never, never>
  year: InsertOnly<number>
  batch: InsertOnly<string>
  action: InsertOnly<ChangeAction>
  /** Null for a change of the year itself. */
  budget_id: InsertOnly<string | null>
  before: ColumnType<unknown, string | null, never>
  after: ColumnType<unknown, string | null, never>
  reason: InsertOnly<string | null>
  operator: InsertOnly<string>
  happen_time: InsertOnly<Date>
}

interface BudgetVarianceReasonTable {
  year: number
  quarter: number
  department_id: string
  expense_category_id: string
  reason: string
  submitted_by: string
  submitted_time: Date
  overdue: boolean
}

declare module '#server/database/tables.ts' {
  interface Tables {
    annual_budget: AnnualBudgetTable
    budget_year_setting: BudgetYearSettingTable
    budget_entry: BudgetEntryTable
    budget_total: BudgetTotalTable
    budget_change: BudgetChangeTable
    budget_variance_reason: BudgetVarianceReasonTable
  }
}
