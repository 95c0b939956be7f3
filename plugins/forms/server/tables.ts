import type { Generated } from 'kysely'

interface LiveInvoiceTable {
  /** Number of an invoice that a document in approval or completed uses; each proves one claim only. */
  invoice_no: string
  /** Of an older invoice, whose number is its own within the code only; empty where it is not known. */
  invoice_code: Generated<string>
  document: string
}

interface LiveAllowanceTable {
  /** The person who has an allowance for the day. */
  traveler: string
  day: string
  document: string
  /** The part of the day that the claim pays: 1 or 0.5; all claims together at most 1. */
  share: Generated<string>
}

declare module '#server/database/tables.ts' {
  interface Tables {
    live_invoice: LiveInvoiceTable
    live_allowance: LiveAllowanceTable
  }
}

export type { LiveAllowanceTable, LiveInvoiceTable }
