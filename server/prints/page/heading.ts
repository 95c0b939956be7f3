import type { Content } from 'pdfmake/interfaces.js'
import { colours } from './colours.ts'

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
