import type { Generated } from 'kysely'
import type { RecordTable } from '#server/resources/record-columns.ts'

interface AreaTable {
  area_code: string
  name: string
  name_en: string
  pinyin: string
  parent_code: string | null
  /** 0 country, 1 province, 2 prefecture, 3 district */
  level: number
  country: string
}

interface RiskAreaTable extends RecordTable {
  level: 'HIGH' | 'MIDDLE'
  /** Area codes, the province first. */
  area: string[]
  province_arae_code: string
  city_area_code: string | null
  county_area_code: string | null
  /** yyyy-MM-dd */
  since: string
  until: string | null
}

interface FactoryTable extends RecordTable {
  code: string
  name_cn: string
  name_en: string
  enterprise_id: string | null
  enable: Generated<boolean>
}

declare module '#server/database/tables.ts' {
  interface Tables {
    area: AreaTable
    risk_area: RiskAreaTable
    factory: FactoryTable
  }
}
