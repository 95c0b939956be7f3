import type { Content } from 'pdfmake/interfaces.js'
import { colours } from './colours.ts'

/** Level of a section's heading. */
export const heading = 1

export const headingOf = (title: string): Content => ({ text: title, headlineLevel: heading, bold: true, fontSize: 9.5, color: colours.accent, margin: [0, 0, 0, 3] })
