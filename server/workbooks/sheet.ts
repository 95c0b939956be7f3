/** A cell of a workbook. Numbers and dates are texts, so that amounts are never converted to floats. */
export type SheetCell =
  | { readonly kind: 'text'; readonly text: string }
  | {
    readonly kind: 'number'
    /** Plain digits, rounded to the 15 that a spreadsheet shows (a file contains 1.1000000000000001 for 1.1). */
    readonly text: string
    /** The displayed text where the format only pads with zeros: 00123. */
    readonly padded?: string
    /** Whether it is shown as a percentage: 0.5 means 50. */
    readonly percent?: true
    /** The file has more digits than a spreadsheet stores, so the last ones are lost. */
    readonly lossy?: true
  }
  /** yyyy-MM-dd, yyyy-MM-dd HH:mm:ss, or HH:mm:ss without a date. */
  | { readonly kind: 'date'; readonly text: string }
  | { readonly kind: 'boolean'; readonly yes: boolean }
  /** A formula with the value that the file keeps of it, which only the rows of a form take. */
  | { readonly kind: 'formula'; readonly value?: SheetCell }
  /** A cell that cannot be used as data: an error value such as #N/A, a part of a merged range. */
  | { readonly kind: 'error'; readonly text: string }
  | { readonly kind: 'merged' }

export interface SheetRow {
  /** Number of the row in the sheet, from 1. */
  readonly number: number
  /** Cells by column from A; missing cells are empty. */
  readonly cells: readonly (SheetCell | undefined)[]
}

/** The first visible sheet: its non-empty rows, including hidden rows and columns. */
export interface Sheet {
  readonly rows: readonly SheetRow[]
}

/** A formula with its value, if the file keeps one. */
export const formulaCell = (value: SheetCell | undefined): SheetCell => ({ kind: 'formula', ...(value && { value }) })

/** The sheet with the values of its formulas; a formula without one stays. */
export const withFormulaValues = ({ rows }: Sheet): Sheet => ({
  rows: rows.map(({ number, cells }) => ({ number, cells: cells.map((cell) => (cell?.kind === 'formula' ? (cell.value ?? cell) : cell)) })),
})

/** Maximum number of columns that are read. */
export const widest = 256

/** Thrown for an unreadable workbook; the code is a locale key. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable'

  constructor(
    readonly code: string,
    readonly parameters: Readonly<Record<string, string | number>> = {},
  ) {
    super(code)
  }
}

/** The letters of a column: A, B … Z, AA …; index from 0. */
export function columnLetters(index: number): string {
  const first = index >= 26 ? columnLetters(Math.floor(index / 26) - 1) : ''
  return first + String.fromCharCode(65 + (index % 26))
}

/** A rectangle of cells; indexes from 0, inclusive. */
export interface CellRange {
  readonly top: number
  readonly left: number
  readonly bottom: number
  readonly right: number
}

/** Builds a sheet: marks cells in merged ranges, and leaves out empty rows. */
export function sheetOf(rows: readonly SheetRow[], merged: readonly CellRange[]): Sheet {
  const marked = merged.length === 0 ? rows : rows.map((row) => withMerged(row, merged))
  return { rows: marked.filter(({ cells }) => cells.some((cell) => cell !== undefined && !isBlank(cell))) }
}

const isBlank = (cell: SheetCell): boolean => cell.kind === 'text' && cell.text.trim() === ''

function withMerged(row: SheetRow, merged: readonly CellRange[]): SheetRow {
  const here = merged.filter(({ top, bottom }) => top <= row.number - 1 && row.number - 1 <= bottom)
  if (here.length === 0) return row
  const cells = [...row.cells]
  for (const { left, right } of here) {
    for (let column = left; column <= Math.min(right, widest - 1); column++) cells[column] = { kind: 'merged' }
  }
  return { ...row, cells }
}
