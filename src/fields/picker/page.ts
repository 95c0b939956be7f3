/** Rows of a page of a picker. */
export const pickerSize = 10

/** A page of what may be chosen. */
export interface CandidatePage<Record> {
  readonly records: readonly Record[]
  readonly total: number
}

/** What is looked for, and which page of it. */
export interface Sought {
  readonly label: string
  readonly current: number
}
