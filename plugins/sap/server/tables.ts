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

declare module '#server/database/tables.ts' {
  interface Tables {
    sap_claimed_item: SapReservedItemTable
    sap_posting: SapPostingTable
  }
}
