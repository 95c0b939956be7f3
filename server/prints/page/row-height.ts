/** Height between the margins of a page, less lines and rounding, points. */
export const pageHeight = 841 - 36 - 44 - 10

/** A text with its font size and available width, points. */
export interface MeasuredText {
  readonly text: string
  readonly width: number
  readonly size: number
}

/** Line height relative to the font size: that of the font, times the line spacing. */
const lineHeight = 1.448 * 1.15

/** Maximum height of the texts in one row, points. */
export const heightBeside = (texts: readonly MeasuredText[]): number =>
  Math.max(0, ...texts.map((measured) => linesOf(measured) * measured.size * lineHeight))

/**
 * Upper bound of the lines of a text. A line is broken before the first word that does not fit, so up to the longest word's width may
 * stay empty, but at most half the width on average: the start of a line did not fit on the previous one.
 */
function linesOf({ text, width, size }: MeasuredText): number {
  return text.split(/\r\n|[\p{Cc}\p{Zl}\p{Zp}]/u).reduce((lines, paragraph) => {
    const longest = Math.max(...paragraph.split(between).map(emsOf)) + 2
    const used = Math.max(width - longest * size, width / 2)
    return lines + Math.max(1, Math.ceil((emsOf(paragraph) * size) / used))
  }, 0)
}

/** Possible line breaks: at spaces and before Chinese characters. */
const between = /\s+|(?=[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}])/u

/** Maximum width of a text in multiples of the font size. */
function emsOf(text: string): number {
  let ems = 0
  for (const character of text) ems += widthOf(character)
  return ems
}

function widthOf(character: string): number {
  if (character > '~') return character === '⸺' || character === '⸻' ? 2.5 : 1.02
  return /[A-Z@%mw]/.test(character) ? 0.96 : 0.66
}

/** Consecutive rows with the same rendering. */
export interface RowRun<Row> {
  /** Index of the first row. */
  readonly from: number
  readonly rows: readonly Row[]
  /** Whether it is a single row taller than a page. */
  readonly isTall: boolean
}

/** Splits the rows of a table at those taller than `most` points: pdfmake drops an unbreakable row that does not fit on a page. */
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
