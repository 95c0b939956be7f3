import type { Label } from '#kernel/wording/label.ts'
import type { Permission } from '#kernel/permissions.ts'
import type { Db } from '#server/database/tables.ts'
import type { Env } from '#server/env.ts'

/** A line as sent. */
export interface SentLine {
  /** Idempotency key: the other system must process each only once. */
  readonly key: string
  readonly body: unknown
  /** The time of the decision; the same for every attempt. */
  readonly createdAt: Date
  /** The number of this attempt, from 1. */
  readonly attempts: number
  /** Number of the posting on which this one depends. */
  readonly prior: string | null
}

/** The context of a call; the same for all lines that are checked together. */
export interface Sending {
  readonly env: Env
  readonly at: Date
  readonly db: Db
}

/** A call that posts the result of a document to another system. */
export interface PostingCall {
  /** Display name of the system. */
  readonly system: Label
  /** Returns whether the system is configured; otherwise no postings are written. By default it always is. */
  isSet?(env: Env): boolean
  /** Time after which a line without an answer counts as unknown, ms; must be shorter than a lease, which is a minute. @default 30 s */
  readonly timeout?: number
  /** Names of values that are taken from no single field of a form, by their names in the body. */
  readonly labels?: Readonly<Record<string, Label>>
  /** Explanations of its refusals, by code. */
  readonly refusals?: Readonly<Record<string, PostingRefusal>>
  /**
   * Sends a line, outside of any transaction. Repeated with the same key where no answer arrived: the other side must process a key only
   * once.
   */
  send(sending: Sending, line: SentLine): Promise<PostingOutcome>
  /** Returns whether `check` finds anything with these settings. By default it does. */
  isJudging?(env: Env): boolean
  /** Returns whether `check` asks the other system; otherwise it needs only facts that are held here. By default it asks. */
  isAskingToCheck?(env: Env): boolean
  /** Lets the other system validate a line without writing; without it, lines are not checked before they are sent. */
  check?(sending: Sending, line: Pick<SentLine, 'key' | 'body' | 'prior'>): Promise<PostingCheck>
  /** Records of the other system whose reference begins with this prefix, for the reconciliation. @throws Error where it does not answer */
  list?(sending: Sending, of: { readonly prefix: string }): Promise<readonly PostedReference[]>
  /** Our reference for a key, as returned by `list`; undefined where the other system stores none. */
  referenceOf?(env: Env, key: string): string | undefined
}

/** A record of the other system with a reference of ours. */
export interface PostedReference {
  readonly reference: string
  readonly number: string
}

/** The explanation of a refusal. */
export interface PostingRefusal extends Label {
  /** The page on which the cause of a refusal can be corrected. */
  readonly repair?: Label & { readonly path: string; readonly needs: Permission }
}

/** A message of the other system about a sent value. */
export interface PostingDetail {
  readonly severity: 'error' | 'warning' | 'information'
  readonly code: string
  /** Its message; empty for the codes `tooLong`, `precision`, `format`, `noQuantity` and `noUnit`, for which this product has texts. */
  readonly message: string
  /** Row of the body's lists, from 0. */
  readonly row?: number
  /** Name of the entry of the body. */
  readonly field?: string
}

/** The result of a check without writing; `unavailable` where the system could not be queried. */
export type PostingCheck = { readonly outcome: 'checked'; readonly details: readonly PostingDetail[] } | { readonly outcome: 'unavailable' }

/**
 * busy: not processed, retried automatically; unknown: it is not known whether it was processed, so it is sent again. `retryAfter` is the
 * minimum delay in seconds that the other system demands.
 */
export type PostingOutcome =
  | { readonly outcome: 'posted'; readonly number: string; readonly message?: string }
  | {
    readonly outcome: 'refused'
    /** Message of the other system. */
    readonly message: string
    /** Code of the refusal. */
    readonly code?: string
    /** Name of the rejected entry of the body. */
    readonly field?: string
    /** All messages, with their positions. */
    readonly details?: readonly PostingDetail[]
  }
  | { readonly outcome: 'busy'; readonly message: string; readonly code?: string; readonly retryAfter?: number }
  | { readonly outcome: 'unknown'; readonly retryAfter?: number; readonly message?: string }

/** The explanation of a refusal, if the module of the call has one. */
export const refusalOf = (calls: ReadonlyMap<string, PostingCall>, { call, code }: { readonly call: string; readonly code: string | null }):
  | PostingRefusal
  | undefined => code === null ? undefined : calls.get(call)?.refusals?.[code]
