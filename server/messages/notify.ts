import type { Parameters } from '#kernel/errors.ts'
import type { Db } from '#server/database/tables.ts'
import { hostKinds, type NotificationKind } from './kinds.ts'
import { sentences } from './rows.ts'

/** A notification that does not follow from an action on a document: a trip that begins tomorrow. */
export interface Notice {
  readonly kind: NotificationKind
  readonly recipients: readonly string[]
  /** Of its sentences; bilingual ones ("中文/English") are shown by half. */
  readonly blanks: Parameters
  /** Parameters of the page that a click leads to; `urlPage` names the page. */
  readonly params?: Readonly<Record<string, string | null>>
  /** The document that it is about, if it is about one. */
  readonly document?: string
  /** A person who got this kind with this word does not get it again. */
  readonly once?: string
  /** Go out with the mail, for each recipient alike. */
  readonly files?: readonly NoticeFile[]
  readonly at: Date
}

/** A file that goes out with the mail of a message. */
export interface NoticeFile {
  readonly name: string
  readonly type: string
  readonly content: Buffer
}

/** Notifies people; belongs in the transaction of the change. People who were notified before are left out. */
export async function notify(db: Db, { kind, recipients, blanks, params = {}, document, once, files = [], at }: Notice): Promise<void> {
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
  const inserted = await db.insertInto('message').values(rows).onConflict((conflict) =>
    conflict.columns(['recipient', 'kind', 'once']).where('once', 'is not', null).doNothing()
  )
    .returning('id')
    .execute()
  const sent = inserted.flatMap(({ id }) => files.map((file) => ({ message: id, ...file })))
  if (sent.length > 0) await db.insertInto('message_file').values(sent).execute()
}
