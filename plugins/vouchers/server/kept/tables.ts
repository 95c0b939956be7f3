import type { ColumnType } from 'kysely'
import type { FileReading } from '../reading/voucher.ts'

interface VoucherReadingTable {
  attachment: string
  /** Hash of the file that was read. */
  sha256: string
  reading: ColumnType<FileReading, string, string>
  read_at: Date
  /** Version of the reader. */
  reader: number
}

/** Search index over the vouchers of stored readings. */
interface ReadVoucherTable {
  attachment: string
  /** Index in the file, from 0. */
  position: number
  code: string
  number: string | null
  /** Number of the original invoice of a credit note. */
  original_number: string | null
}

declare module '#server/database/tables.ts' {
  interface Tables {
    voucher_reading: VoucherReadingTable
    read_voucher: ReadVoucherTable
  }
}
