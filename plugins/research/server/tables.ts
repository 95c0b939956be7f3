import type { Generated } from 'kysely'
import type { RecordTable } from '#server/resources/columns.ts'

interface PatentTable extends RecordTable {
  application_no: string
  patent_name: string
  patent_type: string
  patent_state: Generated<string>
  state_date: string | null
  filing_date: string
  region: Generated<string[]>
  first_inventor: string
  inventors: Generated<string[]>
  department_id: string
  project: string | null
  product_model: string | null
  grade: string | null
  remark: string | null
  business_key: string | null
  business_no: string | null
}

/** Working hours: entries of people on their day, those of review sheets on the last day of the month. */
interface WorkHourTable extends RecordTable {
  work_date: string
  user_id: string
  department_id: string | null
  project_id: string
  work_type: string
  hours: string
  source: Generated<'IMPORT' | 'REVIEW'>
  remark: string | null
  business_key: string | null
  business_no: string | null
}

interface DirectedSoftwareTable extends RecordTable {
  request_no: string
  customer_id: string
  product: string
  software_name: string
  software_version: string
  base_version: string | null
  quantity: number | null
  requirement: string | null
  planned_date: string
  finished_date: string | null
  owner: string
  department_id: string | null
  /** 1: open, 2: done, 3: cancelled. */
  status: Generated<string>
  business_key: string | null
}

declare module '#server/database/tables.ts' {
  interface Tables {
    patent: PatentTable
    dev_work_hour: WorkHourTable
    directed_software: DirectedSoftwareTable
  }
}
