import type { Generated } from 'kysely'
import type { RecordTable } from '#server/resources/record-columns.ts'

interface BusinessCardTable extends RecordTable {
  owner_id: string
  owner_dept: string | null
  card_type: string
  name_cn: string | null
  name_en: string | null
  company: string
  mobile: string
  share: Generated<'self' | 'dept' | 'all'>
  outer_id: string | null
  /** 0 not, 1 done, 2 failed. */
  sync_state: Generated<'0' | '1' | '2'>
  sync_time: Date | null
}

declare module '#server/database/tables.ts' {
  interface Tables {
    business_card: BusinessCardTable
  }
}
