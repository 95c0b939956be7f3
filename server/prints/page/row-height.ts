/** Points between the upper and lower margin of a sheet, less what lines and rounding need. */
export const pageHeight = 841 - 36 - 44 - 10

/** A text with its size and the width that it has, in points. */
export interface MeasuredText {
  readonly text: string
  readonly width: number
  readonly size: number
}

/** The height of a line over its size: that of the font, and the space between the lines. */
const lineHeight = 1.448 * 1.15

/** Points that the texts of a row take at most, which stand beside each other. */
export const heightBeside = (texts: readonly MeasuredText[]): number =>
  Math.max(0, ...texts.map((measured) => linesOf(measured) * measured.size * lineHeight))

/**
 * The most lines that a text can take. A line ends where the next word finds no room, so that as much as the longest word may stay empty,
 * but never more than half on average: the beginning of a line had no room on the one before.
 */
function linesOf({ text, width, size }: MeasuredText): number {
  return text.split(/\r\n|[\p{Cc}\p{Zl}\p{Zp}]/u).reduce((lines, paragraph) => {
    const longest = Math.max(...paragraph.split(between).map(emsOf)) + 2
    const used = Math.max(width - longest * size, width / 2)
    return lines + Math.max(1, Math.ceil((emsOf(paragraph) * size) / used))
  }, 0)
}

/** The places within a paragraph where a line may end: at spaces and before Chinese characters. */
const between = /\s+|(?=[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}])/u

/** Widths of characters at most, of the size of the font. */
function emsOf(text: string): number {
  let ems = 0
  for (const character of text) ems += widthOf(character)
  return ems
}

function widthOf(character: string): number {
  if (character > '~') return character === '⸺' || character === '⸻' ? 2.5 : 1.02
  return /[A-Z@%mw]/.test(character) ? 0.96 : 0.66
}

/** Consecutive rows that are drawn alike. */
export interface RowRun<Row> {
  /** Place of the first row. */
  readonly from: number
  readonly rows: readonly Row[]
  /** Holds one row that finds no room on a page. */
  readonly isTall: boolean
}

/** The rows of a table, those taller than `most` points by themselves: pdfmake leaves out a row that it must not break and cannot place. */
export function runsOf<Row>(rows: readonly Row[], heightOf: (row: Row) => number, most: number): RowRun<Row>[] {
  const runs: { from: number; rows: Row[]; isTall: boolean }[] = []
  for (const [from, row] of rows.entries()) {
    const isTall = heightOf(row) > most
    const last = runs.at(-1)
    if (last && !isTall && !last.isTall) last.rows.push(row)
    else runs.push({ from, rows: [row], isTall })
  }
  return runs
}
