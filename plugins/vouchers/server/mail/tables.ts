import type { Generated } from 'kysely'
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
