import type { ColumnType, Generated, GeneratedAlways, Insertable } from 'kysely'
import type { MessageType } from '#kernel/message-kind.ts'

interface MessageTable {
  /** Increases over time; the driver reads it as text. */
  id: GeneratedAlways<string>
  recipient: string
  /** The document that it concerns, if any. */
  document: string | null
  /** The entry of the document's history that it concerns; 0: none. */
  seq: number
  /** Key of a host's kind, or of one that a module declares. */
  kind: string
  type: MessageType
  title: string
  en_title: string
  content: string
  en_content: string
  /** Parameters of the message's page in addition to the document. */
  params: ColumnType<Readonly<Record<string, unknown>>, string | undefined, never>
  /** The kind of wording and its parameters, as JSON; a trigger replaces the texts with the company's wording and clears the column. */
  blanks: ColumnType<null, string | undefined, never>
  /** A key per person and kind: a message with the same key is not sent again; null: without this limit. */
  once: Generated<string | null>
  read_at: Date | null
  created_at: Date
}

interface HeldMessageTable {
  id: GeneratedAlways<string>
  /** The change of many documents that it belongs to. */
  bulk: string
  recipient: string
  kind: string
  message: ColumnType<Omit<MessageRow, 'created_at'> & { readonly created_at: string }, string, never>
  held_at: Date
}

interface MessageWordingTable {
  kind: string
  title: string
  en_title: string
  content: string
  en_content: string
  changed_by: string
  changed_at: Date
  revision: Generated<number>
}

export type MessageRow = Insertable<MessageTable>

declare module '#server/database/tables.ts' {
  interface Tables {
    message: MessageTable
    message_wording: MessageWordingTable
    message_held: HeldMessageTable
    /** Inserted by a trigger with every message; deleted once it was announced. */
    message_waiting: { message: string }
    message_customize: { user_id: string; message_type: MessageType; in_app: boolean; email: boolean; chat: boolean }
  }
}
