import type { Content } from 'pdfmake/interfaces.js'
import { colours } from './colours.ts'

/** Level of a section's heading. */
const heading = 1
/** Level of a table's title. */
const title = 2

/** The lowest place on a page of each, of 1: below it there is no room for the title of a table, its head and a row of two lines. */
export const lowest: Readonly<Record<number, number>> = { [heading]: 0.88, [title]: 0.91 }

/** The heading of a section, which is not left alone at the end of a page. */
export const headingOf = (text: string): Content => ({ text, headlineLevel: heading, bold: true, fontSize: 9.5, color: colours.accent,
  margin: [0, 0, 0, 3] })

/** The title of a table, which stays on one page with the head and the first row. */
export const tableTitleOf = (text: string): Content => ({ text, headlineLevel: title, bold: true, margin: [0, 4, 0, 2] })
