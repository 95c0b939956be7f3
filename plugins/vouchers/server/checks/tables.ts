interface LiveVoucherFileTable {
  /** Of a file that proves rows of a document in approval or completed; each proves one document only. */
  sha256: string
  document: string
}

declare module '#server/database/tables.ts' {
  interface Tables {
    live_voucher_file: LiveVoucherFileTable
  }
}

export type { LiveVoucherFileTable }
