interface LiveVoucherFileTable {
  /** Hash of a file that is evidence of a document in approval or completed; unique, since a file may prove one document only. */
  sha256: string
  document: string
}

declare module '#server/database/tables.ts' {
  interface Tables {
    live_voucher_file: LiveVoucherFileTable
  }
}

export type { LiveVoucherFileTable }
