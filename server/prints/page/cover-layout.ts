import type { Content, TableCell, TDocumentDefinitions } from 'pdfmake/interfaces.js'
import { colours, signaturesOf } from './blocks.ts'
import type { CoverSheet, PrintedFact } from '../printout.ts'

/** Available width, and height of the area for receipts, points. */
const [width, pasteHeight] = [515, 560]

/** A cover sheet: its header has the claim's data and amount; receipts are pasted inside the dashed frame below. */
export function coverLayoutOf(
  { company, name, form, number, facts, counts, amount, amountLabel, capitals, paste, signatures, foot }: CoverSheet,
): TDocumentDefinitions {
  return {
    pageSize: 'A4',
    pageMargins: [40, 30, 40, 36],
    info: { title: `${name} ${number}`, creator: name },
    defaultStyle: { font: 'Sheet', fontSize: 9, lineHeight: 1.15, color: colours.text },
    content: [
      {
        columns: [
          { width: '*',
            stack: [{ text: company, fontSize: 8.5, color: colours.quiet }, { text: name, fontSize: 17, bold: true }, { text: form,
              color: colours.quiet }] },
          { width: 'auto', text: number, bold: true, margin: [0, 4, 10, 0] },
          { width: 56, qr: number, fit: 56, alignment: 'right', foreground: colours.text },
        ],
      },
      headOf({ facts, counts, amount: { label: amountLabel, text: amount }, capitals }),
      dashed(),
      { text: paste, color: colours.quiet, alignment: 'center', relativePosition: { x: 0, y: -pasteHeight / 2 } },
      signaturesOf(signatures),
    ],
    footer: { text: `${number}　${foot}`, fontSize: 7, color: colours.quiet, margin: [40, 10, 40, 0] },
  }
}

interface Head extends Pick<CoverSheet, 'facts' | 'counts' | 'capitals'> {
  readonly amount: PrintedFact
}

function headOf({ facts, counts, amount, capitals }: Head): Content {
  const label = ({ label: text }: PrintedFact): TableCell => ({ text, color: colours.quiet, fillColor: colours.wash })
  const pairs = (line: readonly PrintedFact[]): TableCell[] => line.flatMap((fact) => [label(fact), { text: fact.text }])
  const [invoices, files] = counts
  const counted: TableCell[] = invoices && files
    ? [label(invoices), { text: invoices.text }, label(files), { text: files.text, colSpan: 3 }, {}, {}]
    : []
  const sum: TableCell[] = [label(amount), { text: amount.text, bold: true, fontSize: 12 }, label(capitals), { text: capitals.text,
    colSpan: 3 }, {}, {}]
  return { margin: [0, 8, 0, 10],
    layout: { hLineWidth: () => 0.5, vLineWidth: () => 0.5, hLineColor: () => colours.rule, vLineColor: () => colours.rule },
    table: { widths: [62, '*', 62, '*', 62, '*'], body: [pairs(facts), counted, sum] } }
}

const dashed = (): Content => ({
  canvas: [{ type: 'rect', x: 0, y: 0, w: width, h: pasteHeight, lineWidth: 0.8, lineColor: colours.quiet, dash: { length: 4 } }],
})
