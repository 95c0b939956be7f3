import type { MessageKind, MessageType } from '#kernel/message-kind.ts'
import type { Plugin } from '#kernel/plugin.ts'
import cn from './locales/cn.ts'
import en from './locales/en.ts'

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
