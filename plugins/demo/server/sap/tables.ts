import type { ColumnType, GeneratedAlways } from 'kysely'

/** What is kept of a payment that was sent. */
export interface SentPayment {
  readonly vendor: string
  readonly companyCode: string
  readonly items: readonly { readonly documentNo?: string | null; readonly fiscalYear?: number | null; readonly line?: number | null; readonly amount: string }[]
}

interface DemoSapPaymentTable {
  key: string
  document_no: GeneratedAlways<string>
  fiscal_year: number
  body: ColumnType<SentPayment, string, never>
  posted_at: Date
  reversed_at: Date | null
}

declare module '#server/database/tables.ts' {
  interface Tables {
    demo_sap_payment: DemoSapPaymentTable
  }
}
