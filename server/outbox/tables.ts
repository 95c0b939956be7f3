import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

/** A transport by which messages leave the product. */
export const channels = ['EMAIL', 'CHAT'] as const

export type Channel = (typeof channels)[number]

interface PushTable {
  id: GeneratedAlways<string>
  message: string
  channel: Channel
  /** The external id of the message, the same for every attempt. */
  name: ColumnType<string, undefined, never>
  state: Generated<'PENDING' | 'SENT' | 'FAILED'>
  attempts: Generated<number>
  error: Generated<string | null>
  due_at: Date
  sent_at: Generated<Date | null>
}

/** A file attached to the mail of a message. */
interface FileTable {
  id: GeneratedAlways<string>
  message: string
  name: string
  type: string
  content: Buffer
}

declare module '#server/database/tables.ts' {
  interface Tables {
    message_push: PushTable
    message_file: FileTable
    outbox_pause: { singleton: Generated<boolean>; since: Date; reason: string }
  }
}
