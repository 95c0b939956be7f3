import type { Content } from 'pdfmake/interfaces.js'

/** Colours of a print; all of them readable on a black-and-white printer. */
export const colours = {
  text: '#1f2329',
  quiet: '#5f6670',
  accent: '#0f5c63',
  rule: '#c9ced6',
  wash: '#f3f5f7',
  done: '#0f7b5f',
  running: '#9a5b00',
  ended: '#b3261e',
} as const

/** Level of a section's heading. */
const heading = 1
/** Level of a table's title. */
const title = 2

/**
 * The lowest start of each on a page, as a share of its height: below it there is not enough space for the title of a table, its header
 * and a row of two lines.
 */
export const lowest: Readonly<Record<number, number>> = { [heading]: 0.88, [title]: 0.91 }

/** The heading of a section, which is kept with the following content. */
export const headingOf = (text: string): Content => ({ text, headlineLevel: heading, bold: true, fontSize: 9.5, color: colours.accent,
  margin: [0, 0, 0, 3] })

/** The title of a table, which is kept with its header and first row. */
export const tableTitleOf = (text: string): Content => ({ text, headlineLevel: title, bold: true, margin: [0, 4, 0, 2] })

/** Height of the signature lines with the space above, for labels of two lines, points. */
export const signaturesHeight = 70

/** Signature lines side by side, on one page. */
export const signaturesOf = (labels: readonly string[]): Content => ({
  margin: [0, 22, 0, 0],
  columnGap: 16,
  columns: labels.map((label) => ({
    layout: { hLineWidth: () => 0.5, hLineColor: () => colours.quiet, vLineWidth: () => 0, paddingLeft: () => 0 },
    table: { widths: ['auto', '*'],
      body: [[{ text: label, noWrap: true, color: colours.quiet, border: [false, false, false, false] }, { text: '',
        border: [false, false, false, true] }]] },
  })),
})

/** Height between the margins of a page, less lines and rounding, points. */
export const pageHeight = 841 - 36 - 44 - 10

/** A text with its font size and available width, points. */
interface MeasuredText {
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
interface RowRun<Row> {
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
