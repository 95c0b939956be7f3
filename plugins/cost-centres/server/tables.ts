import type { Generated } from 'kysely'
import type { RecordTable } from '#server/resources/columns.ts'

interface CostCenterTable extends RecordTable {
  code: string
  name_cn: string
  name_en: string
  manager_user_id: string | null
  sap_code: string | null
  factory: string | null
  /** Empty for all departments. */
  group_ids: Generated<string[]>
  /** 1 in use, 2 frozen, 3 closed */
  status: Generated<string>
  enable: Generated<boolean>
}

interface DepartmentCostCenterTable extends RecordTable {
  department_id: string
  cost_center_id: string
  /** Null for all categories. */
  expense_category_id: string | null
  is_default: Generated<boolean>
  valid_from: string
  /** Inclusive; null: without end. */
  valid_to: string | null
  /** 1 active, 0 stopped */
  status: Generated<string>
}

declare module '#server/database/tables.ts' {
  interface Tables {
    cost_center: CostCenterTable
    department_cost_center: DepartmentCostCenterTable
  }
}
