/** A cell as a workbook holds it. Numbers and days are texts: no amount passes through a float. */
export type SheetCell =
  | { readonly kind: 'text'; readonly text: string }
  | {
    readonly kind: 'number'
    /** Plain digits, rounded to the 15 that a spreadsheet shows (a file says 1.1000000000000001 for 1.1). */
    readonly text: string
    /** The text that the sheet shows where the format only fills up with zeros: 00123. */
    readonly padded?: string
    /** Shown as a percentage: 0.5 means 50. */
    readonly percent?: true
    /** The file has more digits than a spreadsheet keeps: the last ones are lost. */
    readonly lossy?: true
  }
  /** yyyy-MM-dd, yyyy-MM-dd HH:mm:ss, or HH:mm:ss where there is no day. */
  | { readonly kind: 'date'; readonly text: string }
  | { readonly kind: 'boolean'; readonly yes: boolean }
  /** A cell that cannot be taken as data: a formula, an error value such as #N/A, a part of a merged range. */
  | { readonly kind: 'formula' }
  | { readonly kind: 'error'; readonly text: string }
  | { readonly kind: 'merged' }

export interface SheetRow {
  /** As the sheet numbers it, from 1. */
  readonly number: number
  /** By column from A; a missing cell is empty. */
  readonly cells: readonly (SheetCell | undefined)[]
}

/** The first visible sheet: its rows that hold something, hidden rows and columns among them. */
export interface Sheet {
  readonly rows: readonly SheetRow[]
}

/** Most columns that are looked at. */
export const widest = 256

/** A workbook that cannot be read; the code is a locale key. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable'

  constructor(
    readonly code: string,
    readonly parameters: Readonly<Record<string, string | number>> = {},
  ) {
    super(code)
  }
}

/** A, B … Z, AA …; from 0. */
export function columnLetters(index: number): string {
  const first = index >= 26 ? columnLetters(Math.floor(index / 26) - 1) : ''
  return first + String.fromCharCode(65 + (index % 26))
}

/** The cells of a rectangle, from 0, both ends inclusive. */
export interface CellRange {
  readonly top: number
  readonly left: number
  readonly bottom: number
  readonly right: number
}

/** Puts the rows together: what lies in a merged range is marked, empty rows are left out. */
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
