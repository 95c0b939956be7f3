import type { RecordTable } from '#server/resources/columns.ts'

/** Lines of change notices; written by a trigger on documents only. */
interface EcnLineTable extends RecordTable {
  line_no: string
  /** Id of the notice. */
  document: string
  /** Id of the row in the notice. */
  row_id: string
  business_no: string
  ecn_title: string | null
  level: string | null
  action: string | null
  parent_material: string | null
  old_material: string | null
  new_material: string | null
  exec_dept: string | null
  executor: string | null
  /** yyyy-MM-dd */
  plan_date: string | null
  done_date: string | null
  item_state: string
  document_state: string
  department_ids: string[]
  people: string[]
}

declare module '#server/database/tables.ts' {
  interface Tables {
    ecn_line: EcnLineTable
  }
}
