import type { Generated } from 'kysely'

interface LiveInvoiceTable {
  /** Number of an invoice used by a live document. */
  invoice_no: string
  /** Code of an older invoice, within which its number is unique; empty if unknown. */
  invoice_code: Generated<string>
  document: string
}

declare module '#server/database/tables.ts' {
  interface Tables {
    live_invoice: LiveInvoiceTable
  }
}

export type { LiveInvoiceTable }
