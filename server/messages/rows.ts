import type { Directory } from '#approval/directory.ts'
import { system } from '#approval/event.ts'
import type { Parameters } from '#kernel/errors.ts'
import type { Label, Locale } from '#kernel/wording/label.ts'
import { bilingual } from '#kernel/wording/names.ts'
import type { MessageKind } from '#kernel/message-kind.ts'
import type { Plugin } from '#kernel/plugin.ts'
import { fillBlank, fillText } from '#kernel/wording/translate.ts'
import { type HostMessageKind, hostKinds, type NotificationKind } from './kinds.ts'
import cn from './locales/cn.ts'
import en from './locales/en.ts'
import { documentNoun } from './document-noun.ts'
import type { MessageRow } from './tables.ts'
import type { Notification } from './recipients.ts'

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
    ...sentences(kind, blanksOf(named, subject), named.node),
  }))
}

/**
 * Title and content of a kind in both languages; a return to the initiator includes its reason. Where the company has its own wording,
 * the database fills that instead (`blanks`).
 */
export function sentences(kind: NotificationKind, blanks: Parameters,
  node?: string): Pick<MessageRow, 'title' | 'en_title' | 'content' | 'en_content' | 'blanks'> {
  const wording = wordingOf(kind, node)
  const { title, content: said } = typeof kind === 'string' ? hostWording(wording) : kind
  const content = blanks[reason] === undefined ? said : { cn: `${said.cn}：{${reason}:raw}`, en: `${said.en}: {${reason}:raw}` }
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

const toChange = 'returned.toChange'

/** The parameter for a reason, which is a person's text and not a bilingual name. */
const reason = 'r'

const wordingOf = (kind: NotificationKind,
  node: string | undefined): string => (typeof kind === 'string' ? (kind === 'returned' && node === 'start' ? toChange : kind) : kind.key)

/** The wording of the host's own kinds. */
function hostWording(wording: string): Pick<MessageKind, 'title' | 'content'> {
  const label = (key: MessageTextKey) => ({ cn: cn[key], en: en[key] })
  if (wording === toChange) return { title: label('message.returned.title'), content: label('message.returned.toChange') }
  return { title: label(`message.${wording as HostMessageKind}.title`), content: label(`message.${wording as HostMessageKind}.content`) }
}

/** Every shipped wording of host and modules. */
export const shippedWordings = (plugins: readonly Pick<Plugin, 'messageKinds'>[]): readonly Wording[] => [
  ...(Object.keys(hostKinds) as HostMessageKind[]).flatMap((kind) => (kind === 'returned' ? [kind, toChange] : [kind])).map((kind) => ({
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

function blanksOf({ actor, node, to, reason: words }: Pick<Notification, 'actor' | 'node' | 'to' | 'reason'>,
  { number, form, directory, nodes }: MessageSubject): Parameters {
  const nameOf = (person: string) => (person === system ? systemName : (directory.person(person)?.name ?? person))
  return {
    p: bilingual(documentNoun(form)),
    no: number,
    u: nameOf(actor),
    ...(node !== undefined && { n: bilingual(nodes().get(node) ?? { cn: node, en: node }) }),
    ...(to !== undefined && { to: nameOf(to) }),
    ...(words !== undefined && { [reason]: words.replace(/\s+/g, ' ') }),
  }
}
