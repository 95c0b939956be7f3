import type { FormValue } from './values/value.ts'

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

/** The result of an import. */
export interface ImportAnswer {
  readonly importId: string
  readonly total: number
  /** Rows that were written: added and changed. */
  readonly success: number
  readonly added: number
  readonly changed: number
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

/** Rows for a table of a form, read from a workbook or from what was copied in one. */
export interface TableRows extends Pick<ImportAnswer, 'total' | 'failed' | 'failureFileId' | 'headings' | 'failures'> {
  /** In their order; of a wrong row, the cells that could be read. A workbook's wrong rows are left to its failure file. */
  readonly rows: readonly { readonly number: number; readonly isWrong: boolean; readonly value: FormValue }[]
}

/** Rows of a document that a table of a form can take over. */
export interface RowsToTake {
  readonly businessNo: string
  /** `takenBy`: the number of the live document that has the row, where a row is taken once. */
  readonly rows: readonly { readonly takenFrom: string; readonly values: FormValue; readonly takenBy?: string }[]
}
