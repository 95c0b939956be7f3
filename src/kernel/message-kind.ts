import type { Label } from './wording/label.ts'

/** The category of a message in the message centre; users choose the channels per category. */
export const messageTypes = ['APPROVE', 'CC', 'COMMENT', 'COMMENT_AT', 'JOURNEY'] as const

export type MessageType = (typeof messageTypes)[number]

/** A kind of message that a module sends, in addition to those about actions on documents. */
export interface MessageKind {
  /** Lower camel case; unique among host and modules; stored with each message. */
  readonly key: string
  readonly type: MessageType
  /** Name of an icon, as in menus. */
  readonly icon?: string
  readonly title: Label
  /** Template; placeholders (`{name}`) are filled when it is sent. */
  readonly content: Label
}

/** Declares a kind of message that a module sends. */
export const defineMessageKind = (kind: MessageKind): MessageKind => Object.freeze(kind)
