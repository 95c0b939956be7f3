import type { ColumnType } from 'kysely'
import type { FileReading } from '../reading/voucher.ts'

interface VoucherReadingTable {
  attachment: string
  /** Of the file that was read. */
  sha256: string
  reading: ColumnType<FileReading, string, string>
  read_at: Date
  /** Version of the reader. */
  reader: number
}

/** The vouchers of readings, by what they are found by. */
interface ReadVoucherTable {
  attachment: string
  /** Place in the file, from 0. */
  position: number
  code: string
  number: string | null
  /** Of the invoice that this one, in red letters, takes back. */
  original_number: string | null
}

declare module '#server/database/tables.ts' {
  interface Tables {
    voucher_reading: VoucherReadingTable
    read_voucher: ReadVoucherTable
  }
}
