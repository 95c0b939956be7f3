import type { Content } from 'pdfmake/interfaces.js'
import { colours } from './colours.ts'
import type { PrintedFact, Printout } from '../printout.ts'

/** Company, form, number with its code, state, who and when, and the amount. */
export function headOf({ company, form, title, number, state, facts, amount }: Printout): Content {
  return {
    stack: [
      {
        columns: [
          {
            width: '*',
            stack: [
              ...(company === '' ? [] : [{ text: company, fontSize: 8.5, color: colours.quiet }]),
              { text: form, fontSize: 17, bold: true, margin: [0, 1, 0, 2] },
              { text: title, fontSize: 9.5 },
            ],
          },
          { width: 'auto', stack: [{ text: number, bold: true, alignment: 'right' }, stamp(state)], margin: [0, 4, 10, 0] },
          { width: 48, qr: number, fit: 48, alignment: 'right', foreground: colours.text },
        ],
      },
      { canvas: [{ type: 'line', x1: 0, y1: 0, x2: 515, y2: 0, lineWidth: 1, lineColor: colours.accent }], margin: [0, 6, 0, 6] },
      { columns: facts.map(factOf), columnGap: 12 },
      ...(amount
        ? [{ margin: [0, 6, 0, 0] as [number, number, number, number], layout: 'band',
          table: { widths: [...(amount.rmb ? ['auto', 'auto'] : ['auto']), '*'],
            body: [[figure(amount), ...(amount.rmb ? [figure(amount.rmb)] : []), { ...factOf(amount.capitals),
              alignment: 'right' as const }]] } }]
        : []),
    ],
  }
}

function stamp({ text, tone }: Printout['state']): Content {
  const color = colours[tone]
  return {
    margin: [0, 6, 0, 0],
    alignment: 'right',
    columns: [{ width: '*', text: '' }, { width: 'auto', layout: { hLineColor: () => color, vLineColor: () => color },
      table: { body: [[{ text, color, bold: true, fontSize: 9, margin: [4, 0, 4, 1] }]] } }],
  }
}

const factOf = ({ label, text }: PrintedFact) => ({ stack: [{ text: label, fontSize: 7, color: colours.quiet }, { text, fontSize: 9 }] })

const figure = ({ label, text }: PrintedFact): Content => ({
  stack: [{ text: label, fontSize: 7, color: colours.quiet }, { text, fontSize: 14, bold: true }],
})
