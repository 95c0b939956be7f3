import type { ColumnType, Generated } from 'kysely'
import type { FormOverlay } from '../overlay/difference.ts'
import type { DesignState, FormContent, FormPublication } from '../wire.ts'

/** Written as text, since the order of fields is content. */
type OrderedJson<Value> = ColumnType<Value, string, string>

/** A form of the company, or its additions to one of the product. */
export type DesignContent = FormContent | FormOverlay

interface FormDesignTable {
  id: string
  kind: 'form' | 'overlay'
  /** Of an overlay: the business type of the form of the product. */
  url_page: string
  prefix: string
  group_id: string
  name_cn: string
  name_en: string
  state: DesignState
  version: number | null
  /** Last entry of its history that a process was composed with, and what was in force by it. */
  proved: Generated<number>
  proved_state: Generated<DesignState>
  proved_version: number | null
  /** The draft. */
  content: OrderedJson<DesignContent>
  hash: string
  revision: number
  saved_by: string
  saved_at: Date
  /** When it was removed; its page and prefix stay taken. */
  removed_at: Date | null
}

interface FormDesignVersionTable {
  design: string
  version: number
  content: OrderedJson<DesignContent>
  hash: string
  by: string
  at: Date
}

interface FormDesignPublicationTable {
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

/** The key with which this installation signs files of designs. */
interface FormTransferKeyTable {
  id: number
  key: string
  secret: string
}

declare module '#server/database/tables.ts' {
  interface Tables {
    form_design: FormDesignTable
    form_design_version: FormDesignVersionTable
    form_design_publication: FormDesignPublicationTable
    form_transfer_key: FormTransferKeyTable
  }
}
