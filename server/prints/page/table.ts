import type { Content, TableCell } from 'pdfmake/interfaces.js'
import { colours, heightBeside, pageHeight, runsOf, tableTitleOf } from './blocks.ts'
import type { PrintedRow, PrintedTable } from '../printout.ts'

/**
 * Numbered rows below a header that is repeated on each page; values without a column are placed below their row, on the same page if
 * possible. A row taller than a page is broken across pages. `total` labels the sums. Rows that continue those of a previous table
 * (`from`) have no header.
 */
export function tableOf(table: PrintedTable, total: string, from = 0): Content {
  const { title, rows, columns, sums } = table
  const runs = runsOf<TableLine>([...rows.map((row): TableLine => ({ kind: 'row', row })),
    ...(sums ? [{ kind: 'sums', sums } as const] : [])], (line) => (line.kind === 'row' ? rowHeight(line.row, columns) : 0),
    mostHeight(columns))
  return {
    stack: [
      ...(title === '' ? [] : [tableTitleOf(title)]),
      // a row that spans pages ends on a page without a header
      ...(runs.length === 0 ?
        [partOf(table, { lines: [], from, hasHead: from === 0, isTall: false, total })] :
        runs.map((run, index) =>
          partOf(table, { lines: run.rows, from: from + run.from, isTall: run.isTall, total,
            hasHead: index === 0 ? from === 0 : !run.isTall && run.rows.some(({ kind }) => kind === 'row') })
        )),
    ],
  }
}

type TableLine = { readonly kind: 'row'; readonly row: PrintedRow } | { readonly kind: 'sums'; readonly sums: readonly string[] }

interface TablePart {
  readonly lines: readonly TableLine[]
  readonly from: number
  readonly hasHead: boolean
  readonly isTall: boolean
  readonly total: string
}

/** A part of a table: lines that each fit on a page, or one line taller than a page. */
function partOf({ columns }: PrintedTable, { lines, from, hasHead, isTall, total }: TablePart): Content {
  const head: TableCell[] = [{ text: '#', ...headStyle },
    ...columns.map(({ label, right }) => ({ text: label, ...headStyle, alignment: sideOf(right) }))]
  const body = lines.map((line, index) =>
    line.kind === 'row' ? tableCellsOf(line.row, { index: from + index, columns }) : sumCellsOf(line.sums, { columns, total })
  )
  return { layout: 'ruled', fontSize,
    table: { ...(hasHead && { headerRows: 1, ...(!isTall && { keepWithHeaderRows: 1 }) }), dontBreakRows: !isTall,
      widths: [14, ...shares(columns)], body: hasHead ? [head, ...body] : body } }
}

const sumCellsOf = (sums: readonly string[],
  { columns, total }: Pick<PrintedTable, 'columns'> & { readonly total: string }): TableCell[] => [
  { text: '' },
  ...sums.map((text, index) => ({ text: index === 0 && text === '' ? total : text, bold: true, alignment: sideOf(columns[index]?.right) })),
]

/** Maximum height of a row, points. */
export function rowHeight({ cells, more }: PrintedRow, columns: PrintedTable['columns']): number {
  const widths = shares(columns)
  const facts = more.map(({ label, text }) => `${label} ${text}`).join('　')
  const width = widths.reduce((sum, share) => sum + share, 0)
  return heightBeside(cells.map((text, column) => ({ text, width: widths[column] ?? width, size: fontSize }))) + 2 * padding +
    (more.length === 0 ? 0 : heightBeside([{ text: facts, width, size: smallSize }]) + factsGap)
}

/** Maximum height of a row that fits on a page below the table's header, points. */
export function mostHeight(columns: PrintedTable['columns']): number {
  const widths = shares(columns)
  return pageHeight - 2 * padding -
    heightBeside(columns.map(({ label: text }, column) => ({ text, width: widths[column] ?? 0, size: smallSize })))
}

const [fontSize, smallSize] = [8, 7.5]
/** Padding above and below the texts of a row, including its line, points. */
const padding = 3
/** Gap between the texts of a row and the values below, points. */
const factsGap = 3

const headStyle = { color: colours.quiet, fillColor: colours.wash, fontSize: smallSize } as const

const sideOf = (right: boolean | undefined): 'left' | 'right' => (right ? 'right' : 'left')

/** Maximum number of characters of a value that is kept on one line with its label. */
const longestWhole = 24

/** A row of one line; with additional values a nested table in one line, so that no page break separates them. */
function tableCellsOf({ cells, more }: PrintedRow, { index, columns }: { index: number } & Pick<PrintedTable, 'columns'>): TableCell[] {
  const number: TableCell = { text: String(index + 1), color: colours.quiet }
  const main = cells.map((text, column): TableCell => ({ text, alignment: sideOf(columns[column]?.right) }))
  if (more.length === 0) return [number, ...main]
  const facts = more.flatMap(({ label, text },
    position) => [...(position > 0 ? [{ text: '　' }] : []), { text: `${label}\u00a0`, color: colours.quiet, noWrap: true }, { text,
    noWrap: text.length <= longestWhole && !/[\r\n]/.test(text) }]
  )
  const rest = columns.slice(1).map(() => ({}))
  const both: TableCell = { layout: 'within',
    table: { widths: shares(columns),
      body: [main, [{ text: facts, fontSize: smallSize, colSpan: columns.length, margin: [0, factsGap, 0, 0] }, ...rest]] } }
  return [number, { ...both, colSpan: columns.length }, ...rest]
}

/** Distributes the available width over the columns by their needs, less numbers and padding. */
function shares(columns: PrintedTable['columns']): number[] {
  const room = 515 - 14 - (columns.length + 1) * 8 - 2
  const needed = columns.reduce((sum, { width }) => sum + width, 0)
  return columns.map(({ width }) => (width / needed) * room)
}
