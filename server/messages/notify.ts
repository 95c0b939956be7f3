import type { Parameters } from '#kernel/errors.ts'
import { fillText } from '#kernel/wording/translate.ts'
import { bilingual, nameOf } from '#kernel/wording/names.ts'
import type { Db } from '#server/database/tables.ts'
import { transaction } from '#server/database/transaction.ts'
import { hostKinds, type HostMessageKind, type NotificationKind } from './kinds.ts'
import { type MessageRow, sentences } from './rows.ts'
import { cn, en } from './texts.ts'

/** Messages of a change of many documents wait, in the transaction of each, until all of it is done. */
export interface HeldRow {
  readonly bulk: string
  readonly recipient: string
  readonly kind: string
  /** The message as it would have been written at once, as JSON. */
  readonly message: string
  readonly held_at: Date
}

/** The rows by which messages are held. */
export const heldRows = (bulk: string, messages: readonly MessageRow[]): HeldRow[] =>
  messages.map((message) => ({ bulk, recipient: message.recipient, kind: message.kind, message: JSON.stringify(message),
    held_at: new Date(message.created_at as Date) })
  )

/** Milliseconds after the last message of a change until it counts as done, where nobody says so. */
const quietFor = 30_000

/**
 * Sends what was held for a change that is done, or for all whose last message is older than half a minute: each person gets one message
 * of a kind, about one document as usual, or about how many it was.
 */
export const sendHeld = (db: Db, at: Date, bulk?: string): Promise<void> => transaction(db, (tx) => send(tx, at, bulk))

async function send(db: Db, at: Date, bulk: string | undefined): Promise<void> {
  const quiet = new Date(at.getTime() - quietFor)
  const done = db.selectFrom('message_held as other').groupBy('other.bulk').having(({ fn }) => fn.max('other.held_at'), '<=', quiet)
    .select('other.bulk')
  const held = db.deleteFrom('message_held')
  const rows = await (bulk === undefined ? held.where('bulk', 'in', done) : held.where('bulk', '=', bulk))
    .returning(['recipient', 'kind', 'message', 'id', 'bulk']).execute()
  if (rows.length === 0) return
  const groups = new Map<string, HeldMessage[]>()
  for (const row of rows.toSorted((one, other) => Number(one.id) - Number(other.id))) {
    const key = `${row.bulk} ${row.kind} ${row.recipient}`
    groups.set(key, [...(groups.get(key) ?? []), row.message])
  }
  const messages = [...groups.values()]
  const numbers = await numbersOf(db, messages.flatMap((group) => group.flatMap(({ document }) => document ?? [])))
  await db.insertInto('message').values(messages.map((group) => (group.length > 1 ? summary(group, numbers) : single(group[0]!)))).execute()
}

type HeldMessage = Omit<MessageRow, 'created_at'> & { readonly created_at: string }

const single = (message: HeldMessage): MessageRow => ({ ...message, created_at: new Date(message.created_at) })

async function numbersOf(db: Db, documents: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (documents.length === 0) return new Map()
  const rows = await db.selectFrom('document').select(['id', 'number']).where('id', 'in', documents).execute()
  return new Map(rows.map(({ id, number }) => [id, number]))
}

/** Numbers that a summary names. */
const most = 10

/** Kinds whose documents wait for the recipient. */
const toDo: ReadonlySet<string> = new Set<HostMessageKind>(['arrived', 'transferred', 'reassigned', 'countersigned'])

/** Contents of a summary by kind, where nobody handled the documents. */
const bulkContents: Partial<Record<HostMessageKind, 'message.bulk.arrived' | 'message.bulk.reassigned'>> = {
  arrived: 'message.bulk.arrived',
  reassigned: 'message.bulk.reassigned',
}

/** One message about several documents. */
function summary(group: readonly HeldMessage[], numbers: ReadonlyMap<string, string>): MessageRow {
  const [first] = group as readonly [HeldMessage]
  const parameters = JSON.parse(first.params ?? '{}') as Readonly<Record<string, string>>
  const named = [...new Set(group.flatMap(({ document }) => numbers.get(document ?? '') ?? []))]
  // a document arrives from whoever submitted it, whatever brought several at once
  const isArrival = first.kind === ('arrived' satisfies HostMessageKind)
  const shown = isArrival ? { ...parameters, actorId: undefined, actorName: undefined } : parameters
  const content = bulkContents[first.kind as HostMessageKind] ?? 'message.bulk.content'
  const blanks = { u: parameters['actorName'] ?? bilingual({ cn: cn['message.system'], en: en['message.system'] }), n: named.length }
  const list = (comma: string, more: string) => `${named.slice(0, most).join(comma)}${named.length > most ? more : ''}`
  const title = (kind: string, text: string, locale: 'cn' | 'en') => fillText(text, { k: kind, n: named.length }, locale).slice(0, 60)
  return {
    recipient: first.recipient,
    document: null,
    seq: 0,
    kind: first.kind,
    type: first.type,
    created_at: new Date(group.at(-1)!.created_at),
    params: JSON.stringify({ ...shown, ...(toDo.has(first.kind) && { urlPage: '/todo' }) }),
    title: title(nameOf(first.title, 'cn'), cn['message.bulk.title'], 'cn'),
    en_title: title(nameOf(first.en_title, 'en'), en['message.bulk.title'], 'en'),
    content: fillText(cn[content], { ...blanks, list: list('、', ' 等') }, 'cn').slice(0, 500),
    en_content: fillText(en[content], { ...blanks, list: list(', ', ' …') }, 'en').slice(0, 500),
  }
}

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
