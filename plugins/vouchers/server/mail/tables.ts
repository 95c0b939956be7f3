interface ReceivedMailTable {
  id: string
  /** The person whose address it came from. */
  person: string
  /** Files that went into the pool. */
  taken: number
  received_at: Date
}

declare module '#server/database/tables.ts' {
  interface Tables {
    received_mail: ReceivedMailTable
  }
}

export type { ReceivedMailTable }
