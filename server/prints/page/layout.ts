import type { Content, TableCell, TDocumentDefinitions } from 'pdfmake/interfaces.js'
import { colours, headingOf, heightBeside, lowest, pageHeight, runsOf, signaturesHeight, signaturesOf } from './blocks.ts'
import type { PrintedFact, PrintedGrid, PrintedPictures, PrintedSeal, PrintedSection, Printout } from '../printout.ts'
import { mostHeight, rowHeight, tableOf } from './table.ts'

/** Maximum size of a picture, points; two fit side by side. */
const fit: [number, number] = [248, 186]

/** Photos with captions, two per line, not broken across pages. */
function picturesOf({ title, images }: PrintedPictures): Content {
  const lines = Array.from({ length: Math.ceil(images.length / 2) }, (_, index) => images.slice(index * 2, index * 2 + 2))
  const [first = [], ...rest] = lines.map((line) => [cellOf(line[0]), cellOf(line[1])])
  const tableOf = (body: TableCell[][]): Content => ({ layout: 'noBorders', table: { widths: ['*', '*'], dontBreakRows: true, body } })
  return { margin: [0, 10, 0, 0],
    stack: [{ unbreakable: true, stack: [headingOf(title), tableOf([first])] }, ...(rest.length > 0 ? [tableOf(rest)] : [])] }
}

const cellOf = (image: PrintedPictures['images'][number] | undefined): TableCell =>
  image
    ? { stack: [{ image: image.image, fit }, { text: image.name, fontSize: 7, color: colours.quiet, margin: [0, 2, 0, 4] }] }
    : { text: '' }

/** A4 pages for pdfmake: one document, or several, each of which starts on a new page. */
export function layoutOf(printouts: readonly Printout[]): TDocumentDefinitions {
  const [first] = printouts
  const { form = '', number = '', title = '' } = first ?? {}
  const isOne = printouts.length === 1
  return {
    pageSize: 'A4',
    pageMargins: margins,
    info: { title: isOne ? `${form} ${number}` : form, subject: title, creator: form },
    defaultStyle: { font: 'Sheet', fontSize, lineHeight: 1.15, color: colours.text },
    pageBreakBefore: ({ headlineLevel, startPosition: { verticalRatio } }) => verticalRatio > (lowest[headlineLevel ?? 0] ?? 1),
    // the library's types lack sections
    ...(first && isOne
      ? sheetOf(first)
      : { content: printouts.map((printout): Section => ({ ...pageOf(printout), section: bodyOf(printout) })) as unknown as Content }),
  }
}

/** Font size, points. */
const fontSize = 8.5

const margins: [number, number, number, number] = [40, 36, 40, 44]

interface Section extends Pick<TDocumentDefinitions, 'watermark' | 'footer' | 'pageSize' | 'pageMargins'> {
  readonly section: Content[]
}

function sheetOf(printout: Printout): Pick<TDocumentDefinitions, 'content' | 'watermark' | 'footer'> {
  const { number, foot, pages } = printout
  return { ...watermarkOf(printout), content: bodyOf(printout),
    footer: (page, count) => footOf(`${number}　${foot}`, pages.replace('{page}', String(page)).replace('{pages}', String(count))) }
}

/** Header and footer for the pages of one document among several; the number of its pages is unknown while rendering. */
function pageOf(printout: Printout): Omit<Section, 'section'> {
  let first: number | undefined
  return {
    pageSize: 'A4',
    pageMargins: margins,
    ...watermarkOf(printout),
    footer: (page) => {
      first ??= page
      return footOf(`${printout.number}　${printout.foot}`, printout.page.replace('{page}', String(page - first + 1)))
    },
  }
}

const footOf = (left: string, right: string): Content => ({ margin: [40, 14, 40, 0], fontSize: 7, color: colours.quiet,
  columns: [{ text: left }, { text: right, alignment: 'right', width: 'auto' }] })

const watermarkOf = ({ state }: Printout): Pick<TDocumentDefinitions, 'watermark'> =>
  state.watermark === undefined
    ? {}
    : { watermark: { text: state.watermark, fontSize: 72, color: colours.quiet, opacity: 0.1, bold: true, angle: -35 } }

const bodyOf = (printout: Printout): Content[] => {
  const { sections, pictures = [], approvals, signatures, company, seal, total } = printout
  return [headOf(printout), ...sections.map((section) => sectionOf(section, total)), ...pictures.map(picturesOf),
    signatures.length > 0 ? signedOf(printout) : sectionOf({ title: approvals.title, blocks: [{ ...approvals, title: '' }] }, total),
    ...(seal ? [sealOf(seal, company)] : [])]
}

/** Company and date with the seal on top of them, as on paper. */
const sealOf = ({ image, width, height, day }: PrintedSeal, company: string): Content => ({ unbreakable: true, alignment: 'right',
  margin: [0, 18, 24, 0],
  stack: [{ text: company, bold: true, fontSize: 9.5 }, { text: day, color: colours.quiet }, { image, width, height,
    margin: [0, -height / 2, 10, 0] }] })

/** The approvals and the signature lines. The last approval is kept with the signature lines, unless it is taller than a page. */
function signedOf({ approvals: { title, ...table }, signatures, total }: Printout): Content {
  const before = table.rows.slice(0, -1)
  return {
    margin: [0, 14, 0, 0],
    stack: [
      headingOf(title),
      ...(before.length > 0 ? [tableOf({ ...table, title: '', rows: before }, total)] : []),
      { unbreakable: table.rows.slice(-1).every((row) => rowHeight(row, table.columns) < mostHeight(table.columns) - signaturesHeight),
        stack: [tableOf({ ...table, title: '', rows: table.rows.slice(-1) }, total, before.length), signaturesOf(signatures)] },
    ],
  }
}

/** A titled section. Its last block has no bottom margin, since a margin across the page's end adds an empty page. */
function sectionOf({ title, blocks }: PrintedSection, total: string): Content {
  return {
    margin: [0, 14, 0, 0],
    stack: [
      headingOf(title),
      ...blocks.map((block, index): Content => ({ margin: [0, index > 0 ? 4 : 0, 0, 0],
        stack: [block.kind === 'grid' ? gridOf(block) : tableOf(block, total)] })
      ),
    ],
  }
}

type GridCell = PrintedGrid['cells'][number]

/** Labels and values, two pairs per line; a wide pair takes a full line. A line taller than a page is broken across pages. */
function gridOf({ cells }: PrintedGrid): Content {
  const label = ({ label: text }: GridCell) => ({ text, color: colours.quiet, fillColor: colours.wash })
  const cellsOf = ([first, second]: GridLine): TableCell[] =>
    second
      ? [label(first), { text: first.text }, label(second), { text: second.text }]
      : [label(first), { text: first.text, colSpan: 3 }, {}, {}]
  return {
    stack: runsOf(linesOf(cells), gridLineHeight, pageHeight).map(({ rows, isTall }): Content => ({ layout: 'ruled',
      table: { widths: [labelWidth, '*', labelWidth, '*'], body: rows.map(cellsOf), dontBreakRows: !isTall } })
    ),
  }
}

/** Widths of a label, of a value in half a line, and of a value in a full line, points; four columns have a padding of eight each. */
const [labelWidth, halfWidth, wholeWidth] = [84, 157, 415]

function gridLineHeight([first, second]: GridLine): number {
  const measured = ({ label, text }: GridCell,
    width: number) => [{ text: label, width: labelWidth, size: fontSize }, { text, width, size: fontSize }]
  return heightBeside(second ? [...measured(first, halfWidth), ...measured(second, halfWidth)] : measured(first, wholeWidth)) + 6
}

type GridLine = readonly [GridCell, GridCell?]

function linesOf(cells: readonly GridCell[]): GridLine[] {
  const lines: GridLine[] = []
  let waiting: GridCell | undefined
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

/** The header: company, form, number with its code, state, people and times, and amount. */
function headOf({ company, form, title, number, state, facts, amount }: Printout): Content {
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
