import type { Generated } from 'kysely'
import type { RecordTable } from '#server/resources/columns.ts'

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

interface AuditColumns {
  create_by: string | null
  create_time: Generated<Date>
  update_by: string | null
  update_time: Generated<Date>
  version: Generated<number>
  del_flag: Generated<number>
}

interface UpdateLogTable extends AuditColumns {
  id: string
  release: string
  title: string
  en_title: string
  content: string
  en_content: string
  publish_time: Date | null
}

interface GuideTable extends AuditColumns {
  key: string
  parent: string | null
  sort: number
  title: string
  en_title: string
  content: string
  en_content: string
  pages: Generated<string[]>
  edited: Generated<boolean>
}

declare module '#server/database/tables.ts' {
  interface Tables {
    update_log: UpdateLogTable
    guide_chapter: GuideTable
  }
}
