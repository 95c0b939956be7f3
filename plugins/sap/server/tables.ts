export interface SapClaimedItemTable {
  company_code: string
  document_no: string
  fiscal_year: number
  line: number
  document: string
}

declare module '../../../server/database/tables.ts' {
  interface Tables {
    sap_claimed_item: SapClaimedItemTable
  }
}
