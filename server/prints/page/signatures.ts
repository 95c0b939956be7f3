import type { Content } from 'pdfmake/interfaces.js'
import { colours } from './colours.ts'

/** Points of the lines to sign on with the space above them, where a label takes two lines. */
export const signaturesHeight = 70

/** Lines to sign on, beside each other on one page. */
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
