import type { Parameters } from '#kernel/errors.ts'
import type { Db } from '#server/database/tables.ts'
import { heldRows } from './held.ts'
import { hostKinds, type NotificationKind } from './kinds.ts'
import { sentences } from './rows.ts'

/** A notification that is not caused by an action on a document, such as a trip starting tomorrow. */
export interface Notice {
  readonly kind: NotificationKind
  readonly recipients: readonly string[]
  /** Parameters of its texts; bilingual ones ("中文/English") are shown by half. */
  readonly blanks: Parameters
  /** Parameters of the page that a click opens; `urlPage` is the page. */
  readonly params?: Readonly<Record<string, string | null>>
  /** The document that it concerns, if any. */
  readonly document?: string
  /** A key: a person gets this kind only once with the same key. */
  readonly once?: string
  /** The change of many documents that it belongs to: it waits until that is done. */
  readonly bulk?: string | undefined
  /** Attachments of the mail, the same for each recipient. */
  readonly files?: readonly NoticeFile[]
  readonly at: Date
}

/** A file attached to the mail of a message. */
export interface NoticeFile {
  readonly name: string
  readonly type: string
  readonly content: Buffer
}

/** Notifies people; call it in the transaction of the change. People who were notified before are left out. */
export async function notify(db: Db,
  { kind, recipients, blanks, params = {}, document, once, bulk, files = [], at }: Notice): Promise<void> {
  const { key, type } = typeof kind === 'string' ? { key: kind, type: hostKinds[kind] } : kind
  const rows = [...new Set(recipients)].map((recipient) => ({
    recipient,
    kind: key,
    type,
    document: document ?? null,
    seq: 0,
    params: JSON.stringify(params),
    once: once ?? null,
    created_at: at,
    ...sentences(kind, blanks),
  }))
  if (rows.length === 0) return
  if (bulk !== undefined) return void (await db.insertInto('message_held').values(heldRows(bulk, rows)).execute())
  const inserted = await db.insertInto('message').values(rows).onConflict((conflict) =>
    conflict.columns(['recipient', 'kind', 'once']).where('once', 'is not', null).doNothing()
  )
    .returning('id')
    .execute()
  const sent = inserted.flatMap(({ id }) => files.map((file) => ({ message: id, ...file })))
  if (sent.length > 0) await db.insertInto('message_file').values(sent).execute()
}
