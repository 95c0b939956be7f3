import type { Generated } from 'kysely'
import type { RecordTable } from '#server/resources/columns.ts'

interface ExpenseCategoryTable extends RecordTable {
  code: string
  name_cn: string
  name_en: string
  parent: string | null
  sort: Generated<number>
  sap_subject: string | null
  overdue_days: number | null
  requires_link: string | null
  reimburse_kind: string | null
  project_required: Generated<boolean>
  deductible: Generated<boolean>
  /** Empty for all departments. */
  department_ids: Generated<string[]>
  state: Generated<boolean>
}

declare module '#server/database/tables.ts' {
  interface Tables {
    expense_category: ExpenseCategoryTable
  }
}
