import type { Generated } from 'kysely'
import type { PostingState } from './posting.ts'

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
  /** The posting that this one takes back. */
  reverses: string | null
}

declare module '../database/tables.ts' {
  interface Tables {
    posting: PostingTable
  }
}
