import type { FormValue } from './values/value.ts'
import type { Label } from './wording/label.ts'

/** A row that was refused. */
export interface RowFailure {
  /** Row number in the sheet. */
  readonly row: number
  /** Header of the column in the caller's language; empty if the row as a whole is invalid. */
  readonly column: string
  readonly reason: string
  /** The first cells of the row, for recognition. */
  readonly cells: readonly string[]
}

/** The result of an import. */
export interface ImportAnswer {
  readonly importId: string
  readonly total: number
  /** Number of rows written: added and changed ones. */
  readonly success: number
  readonly added: number
  readonly changed: number
  readonly unchanged: number
  readonly failed: number
  readonly failureFileId: string | null
  /** The import was cancelled; rows not yet processed were not written. */
  readonly cancelled: boolean
  /** Headers of `cells`. */
  readonly headings: readonly string[]
  /** The first 100 failures. */
  readonly failures: readonly RowFailure[]
}

/** Rows for a table of a form, parsed from a workbook or from the clipboard. */
export interface TableRows extends Pick<ImportAnswer, 'total' | 'failed' | 'failureFileId' | 'headings' | 'failures'> {
  /** In order; an invalid row has the cells that could be parsed. Invalid rows of a workbook are only in its failure file. */
  readonly rows: readonly { readonly number: number; readonly isWrong: boolean; readonly value: FormValue }[]
}

/** Rows of a document that a table can take over. */
export interface RowsToTake {
  readonly businessNo: string
  /** `takenBy`: number of the live document that has already taken the row, for tables with `once`. */
  readonly rows: readonly { readonly takenFrom: string; readonly values: FormValue; readonly takenBy?: string }[]
}

/** The outcome of setting one field of many records. */
export interface BatchAnswer {
  /** Number of records that were changed. */
  readonly changed: number
  /** Records that were not changed, each with the reason in the caller's language. */
  readonly failed: readonly { readonly id: string; readonly reason: string }[]
}

/** An action item as calls answer it: a number of records to handle, with its label in both languages. */
export interface ActionItemAnswer extends Label {
  readonly id: string
  /** Path of the page that lists these records, filters included. */
  readonly path: string
  readonly count: number
  readonly isFailure: boolean
}
