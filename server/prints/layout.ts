import type { Content, TableCell, TDocumentDefinitions } from 'pdfmake/interfaces.js'
import { headOf } from './head.ts'
import { colours } from './colours.ts'
import type { PrintedGrid, PrintedSection, Printout } from './printout.ts'
import { tableOf } from './table.ts'

/** Level of a section's heading. */
const heading = 1

/** How far down a page a heading may stand, of 1: below it there is no room for the head of a table and a row of two lines. */
const lowestHeading = 0.91

/** A sheet of A4 as pdfmake takes it. */
export function layoutOf(printout: Printout): TDocumentDefinitions {
  const { number, form, title, state, sections, approvals, signatures, foot, pages } = printout
  return {
    pageSize: 'A4',
    pageMargins: [40, 36, 40, 44],
    info: { title: `${form} ${number}`, subject: title, creator: form },
    defaultStyle: { font: 'Sheet', fontSize: 8.5, lineHeight: 1.15, color: colours.text },
    ...(state.watermark === undefined ? {} : { watermark: { text: state.watermark, fontSize: 72, color: colours.quiet, opacity: 0.1, bold: true, angle: -35 } }),
    content: [headOf(printout), ...sections.map(sectionOf), sectionOf({ title: approvals.title, blocks: [{ ...approvals, title: '' }] }),
      ...(signatures.length > 0 ? [signaturesOf(signatures)] : [])],
    pageBreakBefore: ({ headlineLevel, startPosition: { verticalRatio } }) => headlineLevel === heading && verticalRatio > lowestHeading,
    footer: (page, count) => ({
      margin: [40, 14, 40, 0],
      fontSize: 7,
      color: colours.quiet,
      columns: [{ text: `${number}　${foot}` }, { text: pages.replace('{page}', String(page)).replace('{pages}', String(count)), alignment: 'right', width: 'auto' }],
    }),
  }
}

function sectionOf({ title, blocks }: PrintedSection): Content {
  return {
    margin: [0, 10, 0, 0],
    stack: [
      { text: title, headlineLevel: heading, bold: true, fontSize: 9.5, color: colours.accent, margin: [0, 0, 0, 3] },
      ...blocks.map((block) => (block.kind === 'grid' ? gridOf(block) : tableOf(block))),
    ],
  }
}

/** Lines to sign on, beside each other on one page. */
const signaturesOf = (labels: readonly string[]): Content => ({
  unbreakable: true,
  margin: [0, 22, 0, 0],
  columnGap: 16,
  columns: labels.map((label) => ({
    layout: { hLineWidth: () => 0.5, hLineColor: () => colours.quiet, vLineWidth: () => 0, paddingLeft: () => 0 },
    table: { widths: ['auto', '*'],
      body: [[{ text: label, noWrap: true, color: colours.quiet, border: [false, false, false, false] }, { text: '', border: [false, false, false, true] }]] },
  })),
})

type Cell = PrintedGrid['cells'][number]

/** Labels beside their values, two to a line; a wide one has the line to itself. */
function gridOf({ cells }: PrintedGrid): Content {
  const label = ({ label: text }: Cell) => ({ text, color: colours.quiet, fillColor: colours.wash })
  const body = linesOf(cells).map(([first, second]): TableCell[] => {
    if (!second) return [label(first), { text: first.text, colSpan: 3 }, {}, {}]
    return [label(first), { text: first.text }, label(second), { text: second.text }]
  })
  return { table: { widths: [84, '*', 84, '*'], body, dontBreakRows: true }, layout: 'ruled', margin: [0, 0, 0, 4] }
}

function linesOf(cells: readonly Cell[]): (readonly [Cell, Cell?])[] {
  const lines: (readonly [Cell, Cell?])[] = []
  let waiting: Cell | undefined
  for (const cell of cells) {
    if (cell.wide) {
      if (waiting) lines.push([waiting])
      lines.push([cell])
      waiting = undefined
    } else if (waiting) {
      lines.push([waiting, cell])
      waiting = undefined
    } else waiting = cell
  }
  return waiting ? [...lines, [waiting]] : lines
}
