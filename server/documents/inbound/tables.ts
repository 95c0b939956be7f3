import type { ColumnType } from 'kysely'

/** A delivery of another system by its request, with the answer that a repetition gets. */
interface InboundRequestTable {
  account: string
  request: string
  content_hash: string
  answer: ColumnType<InboundAnswer, string, never>
  at: Date
}

/** A document that another system has started, by its number there. */
interface InboundDocumentTable {
  system: string
  client: string
  type: string
  number: string
  version: number
  content_hash: string
  document: string
}

/** A file named by another system, which is still to be fetched. */
interface InboundFileTable {
  id: string
  document: string
  version: number
  account: string
  name: string
  url: string
  attempts: number
  due_at: Date
  /** Null while it is being retried; `fetched`, or the key of the reason for giving up. */
  outcome: string | null
}

/** The answer to a delivery. */
export interface InboundAnswer {
  readonly businessKey: string
  readonly businessNo: string
  readonly procInstId: string
  /** Code of the document's state. */
  readonly state: number
}

declare module '#server/database/tables.ts' {
  interface Tables {
    inbound_request: InboundRequestTable
    inbound_document: InboundDocumentTable
    inbound_file: InboundFileTable
  }
}
