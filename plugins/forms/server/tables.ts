interface LiveInvoiceTable {
  /** Number of an invoice that a document in approval or completed uses; each proves one claim only. */
  invoice_no: string
  document: string
}

declare module '../../../server/database/tables.ts' {
  interface Tables {
    live_invoice: LiveInvoiceTable
  }
}

export type { LiveInvoiceTable }
