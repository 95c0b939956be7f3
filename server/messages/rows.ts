import type { ColumnType, Generated, GeneratedAlways, Insertable } from 'kysely'
import type { Parameters } from '#kernel/errors.ts'
import type { Label, Locale } from '#kernel/wording/label.ts'
import { bilingual } from '#kernel/wording/names.ts'
import type { MessageKind, MessageType, Plugin } from '#kernel/plugin.ts'
import { fillBlank, fillText } from '#kernel/wording/translate.ts'
import type { Directory } from '#approval/directory.ts'
import { system } from '#approval/event.ts'
import { hostKinds, type HostMessageKind, type NotificationKind } from './kinds.ts'
import { cn, en } from './texts.ts'
import type { Notification } from './recipients.ts'

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

/** The data that messages about a document may contain. */
export interface MessageSubject {
  readonly document: string
  readonly number: string
  readonly form: Label
  readonly directory: Pick<Directory, 'person'>
  /** Names of the nodes of its flow. */
  readonly nodes: () => ReadonlyMap<string, Label>
  readonly at: Date
}

/** The rows of messages about a document whose history previously ended at `seq`. */
export function messageRows(notifications: readonly Notification[], subject: MessageSubject, seq: number): MessageRow[] {
  return notifications.map(({ recipient, kind, event, ...named }) => ({
    recipient,
    document: subject.document,
    seq: seq + event + 1,
    kind,
    type: hostKinds[kind],
    created_at: subject.at,
    params: JSON.stringify(actorOf(named.actor, subject)),
    ...sentences(kind, blanksOf(kind, named, subject), named.node),
  }))
}

/**
 * Title and content of a kind in both languages; a return to the initiator includes its reason. Where the company has its own wording,
 * the database fills that instead (`blanks`).
 */
export function sentences(kind: NotificationKind, blanks: Parameters,
  node?: string): Pick<MessageRow, 'title' | 'en_title' | 'content' | 'en_content' | 'blanks'> {
  const wording = wordingOf(kind, node, blanks)
  const { title, content: said } = typeof kind === 'string' ? hostWording(wording) : kind
  const content = withReason(said, blanks)
  return {
    title: title.cn,
    en_title: title.en,
    content: cut(fillText(content.cn, blanks, 'cn')),
    en_content: cut(fillText(content.en, blanks, 'en')),
    blanks: JSON.stringify({ wording, cn: filledIn(blanks, 'cn'), en: filledIn(blanks, 'en') }),
  }
}

/** The texts of all parameters in a language. */
const filledIn = (blanks: Parameters, locale: Locale): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(blanks).map(([name, value]) => [name, name === reason ? String(value) : fillBlank(name, value, locale)]),
  )

/** A content with the reason that a person or the system gave. */
function withReason(content: Label, blanks: Parameters): Label {
  const given = blanks[reason] === undefined ? cause : `${reason}:raw`
  return blanks[reason] === undefined && blanks[cause] === undefined
    ? content
    : { cn: `${content.cn}：{${given}}`, en: `${content.en}: {${given}}` }
}

const toChange = 'returned.toChange'
const overdueNow = 'overdue.now'

/** The parameter for a reason, which is a person's text and not a bilingual name. */
const reason = 'r'

/** The parameter for a reason of the system, bilingual. */
const cause = 'w'

function wordingOf(kind: NotificationKind, node: string | undefined, { d: days }: Parameters): string {
  if (typeof kind !== 'string') return kind.key
  if (kind === 'returned' && node === 'start') return toChange
  return kind === 'overdue' && days === 0 ? overdueNow : kind
}

/** Wordings of a host's kind, the usual one first. */
const wordingsOf = (kind: HostMessageKind): readonly string[] =>
  kind === 'returned' ? [kind, toChange] : kind === 'overdue' ? [kind, overdueNow] : [kind]

/** The wording of the host's own kinds. */
function hostWording(wording: string): Pick<MessageKind, 'title' | 'content'> {
  const label = (key: MessageTextKey) => ({ cn: cn[key], en: en[key] })
  if (wording === toChange) return { title: label('message.returned.title'), content: label('message.returned.toChange') }
  if (wording === overdueNow) return { title: label('message.overdue.title'), content: label('message.overdue.now') }
  return { title: label(`message.${wording as HostMessageKind}.title`), content: label(`message.${wording as HostMessageKind}.content`) }
}

/** Every shipped wording of host and modules. */
export const shippedWordings = (plugins: readonly Pick<Plugin, 'messageKinds'>[]): readonly Wording[] => [
  ...(Object.keys(hostKinds) as HostMessageKind[]).flatMap(wordingsOf).map((kind) => ({
    kind,
    ...hostWording(kind),
  })),
  ...plugins.flatMap(({ messageKinds }) => messageKinds).map(({ key, title, content }) => ({ kind: key, title, content })),
]

export interface Wording extends Pick<MessageKind, 'title' | 'content'> {
  readonly kind: string
}

type MessageTextKey = keyof typeof cn

/** Maximum length of a content; only extremely long names reach it. */
const longest = 500

/** Truncates a text, without splitting a surrogate pair, which the database would refuse. */
const cut = (text: string): string => text.slice(0, longest).replace(/[\uD800-\uDBFF]$/, '')

/** The person displayed with the message; none for the system. */
function actorOf(actor: string, { directory }: MessageSubject): Readonly<Record<string, string>> {
  const name = directory.person(actor)?.name
  return name === undefined ? {} : { actorId: actor, actorName: name }
}

const systemName = bilingual({ cn: cn['message.system'], en: en['message.system'] })

function blanksOf(kind: HostMessageKind,
  { actor, node, to, timedOut, reason: words }: Pick<Notification, 'actor' | 'node' | 'to' | 'reason' | 'timedOut'>,
  { number, form, directory, nodes }: MessageSubject): Parameters {
  const nameOf = (person: string) => (person === system ? systemName : (directory.person(person)?.name ?? person))
  return {
    p: bilingual(documentNoun(form)),
    no: number,
    u: nameOf(actor),
    ...(node !== undefined && { n: bilingual(nodes().get(node) ?? { cn: node, en: node }) }),
    ...(to !== undefined && { to: nameOf(to) }),
    ...(words !== undefined && { [reason]: words.replace(/\s+/g, ' ') }),
    ...(timedOut && (kind === 'timedOut' ? { act: bilingual(outcomeLabel(timedOut)) } : { [cause]: bilingual(lateLabel) })),
  }
}

const lateLabel: Label = { cn: cn['message.timedOut.reason'], en: en['message.timedOut.reason'] }

function outcomeLabel(outcome: NonNullable<Notification['timedOut']>): Label {
  const key = outcome === 'handedOn' ? 'message.handedOn.title' : `message.timedOut.${outcome}` as const
  return { cn: cn[key], en: en[key] }
}

/**
 * The noun for a document within a sentence: in English the form's name with a lower-case initial, unless it begins with an abbreviation.
 */
export function documentNoun({ cn, en }: Label): Label {
  return { cn, en: /^[A-Z][a-z]/.test(en) ? en.charAt(0).toLowerCase() + en.slice(1) : en }
}
