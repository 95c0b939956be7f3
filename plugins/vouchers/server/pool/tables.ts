interface PooledInvoiceTable {
  id: string
  owner: string
  attachment: string
  added_at: Date
}

/** Invoices of an entry; unique per owner. */
interface PooledInvoiceNumberTable {
  owner: string
  number: string
  /** Empty for an invoice without a code. */
  code: string
  entry: string
}

/** Further files of an entry, with the same invoices. */
interface PooledInvoiceFileTable {
  attachment: string
  entry: string
}

declare module '#server/database/tables.ts' {
  interface Tables {
    pooled_invoice: PooledInvoiceTable
    pooled_invoice_number: PooledInvoiceNumberTable
    pooled_invoice_file: PooledInvoiceFileTable
  }
}

export type { PooledInvoiceFileTable, PooledInvoiceNumberTable, PooledInvoiceTable }
