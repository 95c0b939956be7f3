import type { Content, TableCell, TDocumentDefinitions } from 'pdfmake/interfaces.js'
import { colours } from './colours.ts'
import type { LabelSheet, PrintedLabel } from '../job.ts'

/** Twenty-four labels of 64 by 34 mm on a sheet, the size that is sold in sheets. */
const [across, width, height] = [3, 180, 96]

/** Sheets of labels with lines to cut along. */
export function labelsLayoutOf({ name, labels }: LabelSheet): TDocumentDefinitions {
  const rows = Array.from({ length: Math.ceil(labels.length / across) }, (_, index) => labels.slice(index * across, (index + 1) * across))
  return {
    pageSize: 'A4',
    pageMargins: [27, 36, 27, 30],
    info: { title: name, creator: name },
    defaultStyle: { font: 'Sheet', fontSize: 7.5, lineHeight: 1.1, color: colours.text },
    content: [{
      layout: { hLineWidth: () => 0.5, vLineWidth: () => 0.5, hLineColor: () => colours.rule, vLineColor: () => colours.rule,
        hLineStyle: () => ({ dash: { length: 2 } }), vLineStyle: () => ({ dash: { length: 2 } }), paddingLeft: () => 8,
        paddingRight: () => 6, paddingTop: () => 8, paddingBottom: () => 6 },
      table: { widths: Array.from({ length: across }, () => width - 14), heights: () => height - 14, dontBreakRows: true,
        body: rows.map((row) => Array.from({ length: across }, (_, index) => labelOf(row[index]))) },
    }],
  }
}

function labelOf(label: PrintedLabel | undefined): TableCell {
  if (!label) return { text: '' }
  const more = label.more.slice(0, 3).map(({ label: name, text }): Content => ({ text: cut(`${name} ${text}`, 22), color: colours.quiet,
    fontSize: 6.5 })
  )
  return {
    columnGap: 8,
    columns: [
      { width: 'auto', qr: label.number, fit: 80, foreground: colours.text },
      { width: '*',
        stack: [{ text: cut(label.company, 24), fontSize: 6, color: colours.quiet }, { text: cut(label.name, 30), bold: true, fontSize: 9 },
          { text: label.number, bold: true }, ...more] },
    ],
  }
}

/**
 * At most so many letters, of which a Chinese character takes the room of two: a label that grows would shift the others off their places
 * on the sheet.
 */
function cut(text: string, most: number): string {
  let width = 0
  const characters = Array.from(text)
  const end = characters.findIndex((character) => (width += (character.codePointAt(0) ?? 0) > 0xff ? 2 : 1) > most)
  return end < 0 ? text : `${characters.slice(0, end - 1).join('')}…`
}
