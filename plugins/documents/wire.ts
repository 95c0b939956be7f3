import type { PostingState } from '#kernel/posting-state.ts'

/** A line that a document posts, as the posting centre lists it. */
export interface PostingRow {
  readonly id: string
  readonly state: PostingState
  /** "中文/English" each. */
  readonly what: string
  readonly system: string
  readonly form: string
  readonly key: string
  /** RMB; null where the form says none. */
  readonly amount: string | null
  readonly attempts: number
  readonly createdAt: string
  readonly lastAt: string | null
  readonly dueAt: string
  /** Number in the other system. */
  readonly posted: string | null
  /** The other system's words, or why it was marked as handled. */
  readonly message: string | null
  readonly code: string | null
  /** The field of the body that was objected to. */
  readonly field: string | null
  readonly means: string | null
  readonly reverses: string | null
  readonly document: string
  readonly number: string
  readonly type: string
  readonly title: string
  readonly titleEn: string
  /** Its subject, where the reader is shown that. */
  readonly subject: string | null
  readonly subjectEn: string | null
  /** Company of the department that filed it; "中文/English". */
  readonly company: string | null
}

export interface PostingPage {
  readonly records: readonly PostingRow[]
  readonly total: number
  readonly amount: string
}

export interface PostingFigure {
  readonly count: number
  readonly amount: string
  readonly oldest: string | null
  readonly next: string | null
  /** Seconds until a line is posted, on average. */
  readonly seconds: number | null
  /** The last seven days, today the last. */
  readonly days: readonly number[]
}

export interface PostingFigures {
  readonly states: Readonly<Record<PostingState, PostingFigure>>
  readonly types: readonly { readonly type: string; readonly form: string }[]
}

export interface PostingAttempt {
  readonly id: string
  readonly at: string
  readonly outcome: 'posted' | 'refused' | 'busy' | 'unknown' | 'handled'
  readonly code: string | null
  readonly message: string | null
  readonly number: string | null
  readonly person: string | null
}

export interface SentEntry {
  readonly name: string
  readonly label: string | null
  readonly value: unknown
  readonly isWithheld: boolean
}

export interface PostingDetail extends PostingRow {
  readonly body: readonly SentEntry[]
  /** It was posted, and is reversed in the other system by hand where that is wanted. */
  readonly mayBeReversed: boolean
  readonly tries: readonly PostingAttempt[]
  readonly helped: { readonly posted: number; readonly handled: number; readonly reason: string | null } | null
  readonly repair: { readonly label: string; readonly path: string } | null
}
