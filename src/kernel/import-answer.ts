/** A row that was not written. */
export interface RowFailure {
  /** As the sheet numbers it. */
  readonly row: number
  /** Header of the column, in the caller's language; empty where the row as a whole is wrong. */
  readonly column: string
  readonly reason: string
  /** The first cells of the row, to recognise it by. */
  readonly cells: readonly string[]
}

/** How an import ended. */
export interface ImportAnswer {
  readonly importId: string
  readonly total: number
  readonly success: number
  readonly unchanged: number
  readonly failed: number
  readonly failureFileId: string | null
  /** It was stopped: what was not finished by then is not written. */
  readonly cancelled: boolean
  /** Headers of `cells`. */
  readonly headings: readonly string[]
  /** The first hundred. */
  readonly failures: readonly RowFailure[]
}
