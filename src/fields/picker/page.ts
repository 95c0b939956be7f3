import type { Label } from '#kernel/wording/label.ts'

/** Rows of a page of a picker. */
export const pickerSize = 10

/** A page of what may be chosen. */
export interface CandidatePage<Record> {
  readonly records: readonly Record[]
  readonly total: number
  /** The label of what the records are known by; a number without it. */
  readonly keyLabel?: Label
}

/** The keyword that is looked for, and the page of its results. */
export interface Sought {
  readonly label: string
  readonly current: number
}
