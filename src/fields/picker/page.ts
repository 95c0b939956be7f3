import type { Label } from '#kernel/wording/label.ts'

/** Rows per page of a picker. */
export const pickerSize = 10

/** A page of candidates. */
export interface CandidatePage<Record> {
  readonly records: readonly Record[]
  readonly total: number
  /** Label of the records' code. @default "number" */
  readonly keyLabel?: Label
}

/** Keyword and page of a search. */
export interface Sought {
  readonly label: string
  readonly current: number
}
