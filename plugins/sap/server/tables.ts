import type { Generated } from 'kysely'
import type { RecordTable } from '#server/resources/columns.ts'

export interface SapReservedItemTable {
  company_code: string
  document_no: string
  fiscal_year: number
  line: number
  document: string
}

export interface SapPostingTable {
  /** As the payment carries it: number/year. */
  posting: string
  asked_at: Date
  /** Null unless the posting is reversed. */
  reversal: string | null
}

interface SapUnitTable extends RecordTable {
  unit: string
  sap_code: string
  valid_from: string
  valid_to: string | null
  status: Generated<string>
}

declare module '#server/database/tables.ts' {
  interface Tables {
    sap_claimed_item: SapReservedItemTable
    sap_posting: SapPostingTable
    sap_unit: SapUnitTable
  }
}
