import type { Generated } from 'kysely'
import type { RecordTable } from '#server/resources/columns.ts'

interface OfflineReimbursementTable extends RecordTable {
  business_no: string
  offline_source: Generated<string>
  voucher_no: string
  company: string
  /** yyyy-MM-dd */
  expense_date: string
  /** yyyy-MM */
  budget_month: string
  applicant: string | null
  bearing_dept: string
  /** Budget department: the bearing department, or its nearest ancestor, that owns budgets. */
  budget_dept: string
  cost_center: string
  expense_category: string
  expense_detail: string
  project: string | null
  currency_type: string
  /** RMB per unit in the budget month. */
  exchange_rate: string
  amount: string
  amount_rmb: string
  remark: string | null
  /** Ids of attachments. */
  evidence: Generated<string[]>
}

declare module '#server/database/tables.ts' {
  interface Tables {
    offline_reimbursement: OfflineReimbursementTable
  }
}
