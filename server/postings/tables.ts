import type { ColumnType, Generated } from 'kysely'
import type { PostingState } from '#kernel/postings.ts'
import type { PostingDetail } from './posting.ts'

interface PostingTable {
  id: Generated<string>
  document: string
  round: number
  step: string
  /** Id of the row; empty for the document as a whole. */
  line: string
  call: string
  /** Idempotency key: the other system must process each only once. */
  key: string
  body: unknown
  state: Generated<PostingState>
  attempts: Generated<number>
  due_at: Date
  created_at: Date
  last_at: Date | null
  /** Number of the other system's document. */
  number: string | null
  /** Reason of the refusal, or of marking the line as handled. */
  message: string | null
  handled_by: string | null
  /** Amount of the line in RMB, where the form declares one. */
  amount: string | null
  /** The other system's code of the refusal. */
  code: string | null
  /** Name of the rejected entry of the body. */
  field: string | null
  /** The posting that this one reverses. */
  reverses: string | null
  /** Messages of the other system about the last attempt, with their positions. */
  details: ColumnType<readonly PostingDetail[] | null, string | null | undefined, string | null>
  /** Step of the same document and round that must be posted first; null without one. */
  waits_for: Generated<string | null>
}

/** The outcome of an attempt; append-only. */
interface PostingAttemptTable {
  id: Generated<string>
  posting: string
  at: Date
  outcome: 'posted' | 'refused' | 'busy' | 'unknown' | 'handled'
  code: string | null
  message: string | null
  number: string | null
  /** The person who requested or marked it; null for automatic sending. */
  person: string | null
  details: ColumnType<readonly PostingDetail[] | null, string | null | undefined, never>
}

declare module '#server/database/tables.ts' {
  interface Tables {
    posting: PostingTable
    posting_attempt: PostingAttemptTable
  }
}
