import type { Label } from '#kernel/wording/label.ts'
import type { Permission } from '#kernel/permissions.ts'
import type { Env } from '#server/env.ts'

/** A call that posts the result of a document to another system. */
export interface PostingCall {
  /** Name of the system for people. */
  readonly system: Label
  /** Returns whether the system is set up; where it is not, nothing is written down for it. Without it, it always is. */
  isSet?(env: Env): boolean
  /** Milliseconds after which a line without an answer counts as unknown; less than a lease, which is a minute. @default 30 s */
  readonly timeout?: number
  /** The meanings of its refusals, by the code that it gives them. */
  readonly refusals?: Readonly<Record<string, PostingRefusal>>
  /**
   * Sends a line, outside of any transaction. Comes again with the same key where no answer arrived: the other side
   * must do it once for a key.
   */
  send(sending: { readonly env: Env; readonly at: Date }, line: { readonly key: string; readonly body: unknown }): Promise<PostingOutcome>
}

/** A refusal in words of this product. */
export interface PostingRefusal extends Label {
  /** The page on which a posting that the other system refused is corrected. */
  readonly repair?: Label & { readonly path: string; readonly needs: Permission }
}

/** busy: it was not done, and is tried again by itself; unknown: nobody knows what was done, and it is asked again. */
export type PostingOutcome =
  | { readonly outcome: 'posted'; readonly number: string; readonly message?: string }
  | {
    readonly outcome: 'refused'
    /** The other system's own words. */
    readonly message: string
    /** Its code for the refusal. */
    readonly code?: string
    /** Name of what it did not like in the body. */
    readonly field?: string
  }
  | { readonly outcome: 'busy'; readonly message: string; readonly code?: string }
  | { readonly outcome: 'unknown' }
