interface PooledInvoiceTable {
  id: string
  owner: string
  attachment: string
  added_at: Date
}

declare module '#server/database/tables.ts' {
  interface Tables {
    pooled_invoice: PooledInvoiceTable
  }
}

export type { PooledInvoiceTable }
