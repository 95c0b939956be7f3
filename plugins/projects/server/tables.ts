import type { Generated } from 'kysely'
import type { RecordTable } from '#server/resources/columns.ts'

interface ExpenseProjectTable extends RecordTable {
  code: string
  name_cn: string
  name_en: string
  project_type: string | null
  manager: string | null
  /** Empty for all departments. */
  department_ids: Generated<string[]>
  category_id: string | null
  sap_id: string | null
  start_date: string | null
  end_date: string | null
  /** 1 in progress, 2 finished, 3 terminated */
  status: Generated<string>
  enable: Generated<boolean>
}

interface ActualProjectTable extends RecordTable {
  rd_project_code: string
  rd_project_name: string
  sap_project_id: string
  department_id: string | null
  product_line: string | null
  project_type: string | null
  valid_from: string
  valid_to: string | null
  status: Generated<string>
}

/** The project that a row of a document is charged to. */
interface ProjectChargeTable {
  document_id: string
  row_id: string
  project_id: string
}

declare module '#server/database/tables.ts' {
  interface Tables {
    expense_project: ExpenseProjectTable
    actual_project: ActualProjectTable
    project_charge: ProjectChargeTable
  }
}
