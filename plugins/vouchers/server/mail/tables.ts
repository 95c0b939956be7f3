interface ReceivedMailTable {
  id: string
  /** The person whose address it came from. */
  person: string
  /** Files that went into the pool. */
  taken: number
  received_at: Date
}

/** Mailboxes that are read, each by one reader at a time. */
interface InvoiceMailboxTable {
  /** User, server and folder. */
  mailbox: string
  /** Somebody reads it until then. */
  read_until: Date
  /** Failures one after the other. */
  failures: number
  /** Not before then. */
  retry_at: Date
}

interface MailboxMailTable {
  mailbox: string
  uid_validity: string
  uid: string
  attempts: number
  /** Null until it is known what came of it. */
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
