import type { ColumnType, Generated } from 'kysely'
import type { RecordTable } from '#server/resources/columns.ts'
import type { FileReading } from './reading/voucher.ts'

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

interface ReceivedMailTable {
  id: string
  /** Id of the sender. */
  person: string
  /** Number of files added to the pool. */
  taken: number
  received_at: Date
}

/** Mailboxes with the lease of their reader. */
interface InvoiceMailboxTable {
  /** User, server and folder. */
  mailbox: string
  /** Expiry of the lease. */
  read_until: Date
  /** Number of consecutive failures. */
  failures: number
  /** Earliest time of the next attempt. */
  retry_at: Date
  /** Log entry of a pending run requested by an administrator; null if none is pending. */
  asked_run: Generated<string | null>
}

interface MailboxMailTable {
  mailbox: string
  uid_validity: string
  uid: string
  attempts: number
  /** Null while it is being processed. */
  outcome: 'taken' | 'repeated' | 'unknownSender' | 'refused' | 'failed' | null
  at: Date
}

declare module '#server/database/tables.ts' {
  interface Tables {
    invoice_mailbox: InvoiceMailboxTable
    mailbox_mail: MailboxMailTable
    received_mail: ReceivedMailTable
  }
}

export type { InvoiceMailboxTable, MailboxMailTable, ReceivedMailTable }

interface InvoiceTitleTable extends RecordTable {
  /** Value of the dictionary of companies. */
  company: string
  title: string
  tax_no: string
  address: string | null
  phone: string | null
  bank_name: string | null
  bank_account: string | null
  enable: Generated<boolean>
}

declare module '#server/database/tables.ts' {
  interface Tables {
    invoice_title: InvoiceTitleTable
  }
}

export type { InvoiceTitleTable }
