import type { RecordTable } from '#server/resources/record-columns.ts'

interface AreaDistanceTable extends RecordTable {
  /** Area codes, the province or country first. */
  from_area: string[]
  to_area: string[]
  /** Last code of `from_area`. */
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
