import type { Generated } from 'kysely'
import type { RecordTable } from '#server/resources/record-columns.ts'

interface DriverTable extends RecordTable {
  person_id: string
  licence_class: string
  licence_no: string | null
  /** Inclusive. */
  valid_until: string
  remark: string | null
  enable: Generated<boolean>
}

declare module '#server/database/tables.ts' {
  interface Tables {
    driver: DriverTable
  }
}
