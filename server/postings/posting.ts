import type { Label } from '#kernel/wording/label.ts'
import type { Env } from '../env.ts'

/** How another system is told what a document leads to. */
export interface PostingCall {
  /** Name of the system for people. */
  readonly system: Label
  /**
   * Sends a line, outside of any transaction. Comes again with the same key where no answer was heard: the other side
   * must do it once for a key.
   */
  send(sending: { readonly env: Env; readonly at: Date }, line: { readonly key: string; readonly body: unknown }): Promise<PostingOutcome>
}

/** unknown: nobody knows what was done, and it is asked again. */
export type PostingOutcome =
  | { readonly outcome: 'posted'; readonly number: string; readonly message?: string }
  | { readonly outcome: 'refused'; readonly message: string }
  | { readonly outcome: 'unknown' }

/** sent: out, or without an answer; handled: somebody did it in the other system, or it need not be done any more. */
export type PostingState = 'waiting' | 'sent' | 'posted' | 'refused' | 'handled'
