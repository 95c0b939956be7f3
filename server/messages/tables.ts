import type { ColumnType, Generated, GeneratedAlways, Insertable } from 'kysely'
import type { MessageType } from '#kernel/message-kind.ts'

interface MessageTable {
  /** Rises with time; the driver reads it as text. */
  id: GeneratedAlways<string>
  recipient: string
  /** The document that it is about, if it is about one. */
  document: string | null
  /** The entry of the document's history that it is about; 0: none. */
  seq: number
  /** Of the host, or declared by a module. */
  kind: string
  type: MessageType
  title: string
  en_title: string
  content: string
  en_content: string
  /** Parameters of the message's screen beyond the document. */
  params: ColumnType<Readonly<Record<string, unknown>>, string | undefined, never>
  /** The wording and what fills its blanks, as JSON; the database puts the company's own words in their place and keeps none of it. */
  blanks: ColumnType<null, string | undefined, never>
  /** A kind with the same value here is sent to a person once; null: it may be sent again. */
  once: Generated<string | null>
  read_at: Date | null
  created_at: Date
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
    /** Written by the database with every message; removed once it was announced. */
    message_waiting: { message: string }
    message_customize: { user_id: string; message_type: MessageType; in_app: boolean; email: boolean; chat: boolean }
  }
}
