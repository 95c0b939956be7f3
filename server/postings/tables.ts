import type { Generated } from 'kysely'
import type { PostingState } from '#kernel/posting-state.ts'

interface PostingTable {
  id: Generated<string>
  document: string
  round: number
  step: string
  /** Id of the row; empty for the document as one. */
  line: string
  call: string
  /** Idempotency key: the other system acts once for each. */
  key: string
  body: unknown
  state: Generated<PostingState>
  attempts: Generated<number>
  due_at: Date
  created_at: Date
  last_at: Date | null
  /** Number of the other system's document. */
  number: string | null
  /** Reason of the other system's refusal, or of marking the line as handled. */
  message: string | null
  handled_by: string | null
  /** Amount of the line in RMB, where the form says one. */
  amount: string | null
  /** The other system's code for its refusal. */
  code: string | null
  /** Name of what it did not like in the body. */
  field: string | null
  /** The posting that this one takes back. */
  reverses: string | null
}

/** The outcome of an attempt; rows are only added. */
interface PostingAttemptTable {
  id: Generated<string>
  posting: string
  at: Date
  outcome: 'posted' | 'refused' | 'busy' | 'unknown' | 'handled'
  code: string | null
  message: string | null
  number: string | null
  /** The person who had it sent again or marked it; null where it was sent by itself. */
  person: string | null
}

declare module '#server/database/tables.ts' {
  interface Tables {
    posting: PostingTable
    posting_attempt: PostingAttemptTable
  }
}
