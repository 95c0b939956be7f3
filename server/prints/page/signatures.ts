import type { Content } from 'pdfmake/interfaces.js'
import { colours } from './colours.ts'

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
