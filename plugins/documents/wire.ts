import type { PostingState } from '#kernel/postings.ts'

/** Posting of a document, as a row of the posting centre. */
export interface PostingRow {
  readonly id: string
  readonly state: PostingState
  /** "中文/English" each. */
  readonly what: string
  readonly system: string
  readonly form: string
  readonly key: string
  /** RMB; null where the form declares no amount. */
  readonly amount: string | null
  readonly attempts: number
  readonly createdAt: string
  readonly lastAt: string | null
  readonly dueAt: string
  /** Number in the other system. */
  readonly posted: string | null
  /** Message of the other system, or the remark with which it was marked as handled. */
  readonly message: string | null
  readonly code: string | null
  /** Entry of the body that the other system rejected. */
  readonly field: string | null
  readonly means: string | null
  /** Name ("中文/English") of the system, earlier posting or correcting role it waits for; null where it waits for none. */
  readonly waitsFor: string | null
  readonly reverses: string | null
  readonly document: string
  readonly number: string
  readonly type: string
  readonly title: string
  readonly titleEn: string
  /** Subject of the document; null where the reader may not see it. */
  readonly subject: string | null
  readonly subjectEn: string | null
  /** Company of the filing department, "中文/English". */
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
  /** Average seconds until a line is posted. */
  readonly seconds: number | null
  /** Counts of the last seven days, ending today. */
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

/** Message of the other system about a value in the payload. */
export interface PostingMessage {
  readonly severity: 'error' | 'warning' | 'information'
  readonly code: string
  readonly message: string
  /** Row of the document, from 1. */
  readonly row: number | null
  /** Entry of the body; `label` is the form field it comes from, "中文/English". */
  readonly field: string | null
  readonly label: string | null
}

export interface PostingDetail extends PostingRow {
  readonly details: readonly PostingMessage[]
  readonly body: readonly SentEntry[]
  /** True for a posted line that can be marked as reversed by hand in the other system. */
  readonly mayBeReversed: boolean
  readonly tries: readonly PostingAttempt[]
  readonly helped: { readonly posted: number; readonly handled: number; readonly reason: string | null } | null
  readonly repair: { readonly label: string; readonly path: string } | null
}

/** Difference between our postings and the other system's entries. */
export interface PostingDifference {
  readonly kind: 'onlyThere' | 'onlyHere' | 'twice' | 'otherNumber'
  /** "中文/English" each. */
  readonly form: string
  readonly what: string
  readonly system: string
  readonly reference: string
  readonly ours: string | null
  readonly theirs: readonly string[]
  readonly document: string | null
  readonly number: string | null
  readonly type: string
}

export interface PostingReconciliation {
  readonly differences: readonly PostingDifference[]
  /** Number of lines that agree on both sides. */
  readonly same: number
  /** Names ("中文/English") of the postings that were not compared because the other system did not answer. */
  readonly unanswered: readonly string[]
}
