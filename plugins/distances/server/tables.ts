import type { RecordTable } from '#server/resources/record-columns.ts'

interface AreaDistanceTable extends RecordTable {
  /** Codes from the province or country down. */
  from_area: string[]
  to_area: string[]
  /** The last of them. */
  from_code: string
  to_code: string
  km: number
  name_cn: string
  name_en: string
}

declare module '#server/database/tables.ts' {
  interface Tables {
    area_distance: AreaDistanceTable
  }
}
