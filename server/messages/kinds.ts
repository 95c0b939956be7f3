import { sql } from 'kysely'
import { type MessageKind, type MessageType, messageTypes, type Plugin } from '#kernel/plugin.ts'
import type { Db } from '#server/database/tables.ts'
import { cn, en } from './texts.ts'

/** The kinds of messages of the host, with their types; modules declare theirs (`messageKinds`). */
export const hostKinds = {
  arrived: 'APPROVE',
  completed: 'APPROVE',
  refused: 'APPROVE',
  returned: 'APPROVE',
  withdrawn: 'APPROVE',
  withdrawnToChange: 'APPROVE',
  voided: 'APPROVE',
  countersigned: 'APPROVE',
  transferred: 'APPROVE',
  handedOn: 'APPROVE',
  urged: 'APPROVE',
  overdue: 'APPROVE',
  timedOut: 'APPROVE',
  copied: 'CC',
  commented: 'COMMENT',
  mentioned: 'COMMENT_AT',
  hardToDecide: 'APPROVE',
  reassigned: 'APPROVE',
  skipped: 'APPROVE',
  moved: 'APPROVE',
  serviceTaskFailed: 'APPROVE',
  interventionProposed: 'APPROVE',
  interventionConfirmed: 'APPROVE',
  interventionDeclined: 'APPROVE',
  interventionLapsed: 'APPROVE',
  interventionExpired: 'APPROVE',
} as const satisfies Readonly<Record<string, MessageType>>

export type HostMessageKind = keyof typeof hostKinds

/** The kind of a notification: the key of a host's kind, or the declaration of a module's kind. */
export type NotificationKind = HostMessageKind | MessageKind

const titleOf = (kind: HostMessageKind) => ({ cn: cn[`message.${kind}.title`], en: en[`message.${kind}.title`] })

/** Every kind by which the message centre can be filtered, those of the host first. */
export const kindsOf = (plugins: readonly Pick<Plugin, 'messageKinds'>[]): readonly Pick<MessageKind, 'key' | 'type' | 'title'>[] => [
  ...(Object.keys(hostKinds) as HostMessageKind[]).map((key) => ({ key, type: hostKinds[key], title: titleOf(key) })),
  ...plugins.flatMap(({ messageKinds }) => messageKinds),
]

/** The channels of one type of message for a person. */
export interface Preference {
  readonly messageType: MessageType
  /** Whether to notify; off: the message is listed as read. Approvals always notify. */
  readonly inApp: boolean
  readonly email: boolean
  readonly chat: boolean
}

/** Default preferences: all channels for messages that need action, in-app only for others. */
const defaults: Readonly<Record<MessageType, Omit<Preference, 'messageType'>>> = {
  APPROVE: { inApp: true, email: true, chat: true },
  CC: { inApp: true, email: false, chat: false },
  COMMENT: { inApp: true, email: false, chat: false },
  COMMENT_AT: { inApp: true, email: true, chat: true },
  JOURNEY: { inApp: true, email: true, chat: true },
}

/** The preferences of several people, or the default, by person and type. */
export async function preferencesOf(db: Db, people: readonly string[]): Promise<(person: string, type: MessageType) => Preference> {
  const rows = people.length === 0
    ? []
    : await db.selectFrom('message_customize').selectAll().where(sql<boolean>`user_id = any(${people}::text[])`).execute()
  const chosen = new Map(
    rows.map((
      row,
    ) => [`${row.message_type} ${row.user_id}`, { messageType: row.message_type, inApp: row.in_app, email: row.email, chat: row.chat }]),
  )
  return (person, messageType) => chosen.get(`${messageType} ${person}`) ?? { messageType, ...defaults[messageType] }
}

/** A person's preferences for all types. */
export async function preferences(db: Db, person: string): Promise<Preference[]> {
  const of = await preferencesOf(db, [person])
  return messageTypes.map((type) => of(person, type))
}

/** Stores preferences of these types; other types are unchanged. */
export async function choose(db: Db, person: string, chosen: readonly Preference[]): Promise<void> {
  // of a repeated type, the later preference wins
  const byType = new Map(chosen.map((preference) => [preference.messageType, preference]))
  const rows = [...byType.values()].map(({ messageType, inApp, email, chat }) => ({ user_id: person, message_type: messageType,
    in_app: inApp, email, chat })
  )
  if (rows.length === 0) return
  await db
    .insertInto('message_customize').values(rows)
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'message_type']).doUpdateSet((set) => ({ in_app: set.ref('excluded.in_app'),
        email: set.ref('excluded.email'), chat: set.ref('excluded.chat') })
      )
    )
    .execute()
}
