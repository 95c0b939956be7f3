import type { ColumnType, Generated } from 'kysely'
import type { RecordChange, RegisterContent } from '../../registers/wire.ts'
import type { DesignState, FormPublication } from '../../wire.ts'

/** Written as text, since the order of fields is content. */
type OrderedJson<Value> = ColumnType<Value, string, string>

interface RegisterDesignTable {
  id: string
  page: string
  name_cn: string
  name_en: string
  state: DesignState
  version: number | null
  /** Last entry of its history that a process was composed with, and what was in force by it. */
  proved: Generated<number>
  proved_state: Generated<DesignState>
  proved_version: number | null
  /** The draft. */
  content: OrderedJson<RegisterContent>
  hash: string
  revision: number
  saved_by: string
  saved_at: Date
  removed_at: Date | null
}

interface RegisterDesignVersionTable {
  design: string
  version: number
  content: OrderedJson<RegisterContent>
  hash: string
  by: string
  at: Date
}

interface RegisterDesignPublicationTable {
  design: string
  seq: number
  action: FormPublication['action']
  version: number
  content_hash: string
  reason: string
  by: string
  at: Date
  chain: string
}

interface RegisterRecordChangeTable {
  id: Generated<string>
  /** Table of the register. */
  register: string
  record: string
  action: RecordChange['action']
  design_version: number | null
  by: string
  at: Date
  before: OrderedJson<Readonly<Record<string, unknown>>>
  after: OrderedJson<Readonly<Record<string, unknown>>>
}

declare module '#server/database/tables.ts' {
  interface Tables {
    register_design: RegisterDesignTable
    register_design_version: RegisterDesignVersionTable
    register_design_publication: RegisterDesignPublicationTable
    register_record_change: RegisterRecordChangeTable
  }
}
