import type { Label } from './wording/label.ts'

/** The kind under which the message centre files a message; people choose the channels of each kind. */
export const messageTypes = ['APPROVE', 'CC', 'COMMENT', 'COMMENT_AT', 'JOURNEY'] as const

export type MessageType = (typeof messageTypes)[number]

/** A kind of message that a module sends beside what follows from actions on documents. */
export interface MessageKind {
  /** Lower camel case; unique among the kinds of host and modules, and kept with each message. */
  readonly key: string
  readonly type: MessageType
  /** Name of an icon as menus have it. */
  readonly icon?: string
  readonly title: Label
  /** Its blanks (`{name}`) are filled when it is sent. */
  readonly content: Label
}

/** Declares a kind of message that a module sends. */
export const defineMessageKind = (kind: MessageKind): MessageKind => Object.freeze(kind)
