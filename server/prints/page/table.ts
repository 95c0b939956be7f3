import type { Content, TableCell } from 'pdfmake/interfaces.js'
import { colours } from './colours.ts'
import { tableTitleOf } from './heading.ts'
import type { PrintedRow, PrintedTable } from '../printout.ts'
import { heightBeside, pageHeight, runsOf } from './row-height.ts'

/**
 * Numbered rows under a head that each page repeats; what has no column stands below its row, on the same page where that is possible. A
 * row taller than a page goes on over pages. `total` is what the sums are called.
 * Rows that go on from those of a table above it (`from`) have no head.
 */
export function tableOf(table: PrintedTable, total: string, from = 0): Content {
  const { title, rows, columns, sums } = table
  const runs = runsOf<TableLine>([...rows.map((row): TableLine => ({ kind: 'row', row })),
    ...(sums ? [{ kind: 'sums', sums } as const] : [])], (line) => (line.kind === 'row' ? rowHeight(line.row, columns) : 0),
    mostHeight(columns))
  return {
    stack: [
      ...(title === '' ? [] : [tableTitleOf(title)]),
      // a row over pages ends on a page that has no head yet
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

/** The lines of a table that are kept on one page each, or one line that no page holds. */
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

/** Points that a row takes at most. */
export function rowHeight({ cells, more }: PrintedRow, columns: PrintedTable['columns']): number {
  const widths = shares(columns)
  const facts = more.map(({ label, text }) => `${label} ${text}`).join('　')
  const width = widths.reduce((sum, share) => sum + share, 0)
  return heightBeside(cells.map((text, column) => ({ text, width: widths[column] ?? width, size: fontSize }))) + 2 * padding +
    (more.length === 0 ? 0 : heightBeside([{ text: facts, width, size: smallSize }]) + factsGap)
}

/** Points of a row that finds room on a page below the head of the table. */
export function mostHeight(columns: PrintedTable['columns']): number {
  const widths = shares(columns)
  return pageHeight - 2 * padding -
    heightBeside(columns.map(({ label: text }, column) => ({ text, width: widths[column] ?? 0, size: smallSize })))
}

const [fontSize, smallSize] = [8, 7.5]
/** Points above and below the texts of a row, with its line. */
const padding = 3
/** Points between the texts of a row and the facts below. */
const factsGap = 3

const headStyle = { color: colours.quiet, fillColor: colours.wash, fontSize: smallSize } as const

const sideOf = (right: boolean | undefined): 'left' | 'right' => (right ? 'right' : 'left')

/** Characters of a value that stands on one line with its label. */
const longestWhole = 24

/** A row of one line; with what has no column it is a table of its own within one line, so that no page ends between. */
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

/** Room between the margins, less number and padding, by what each column needs. */
function shares(columns: PrintedTable['columns']): number[] {
  const room = 515 - 14 - (columns.length + 1) * 8 - 2
  const needed = columns.reduce((sum, { width }) => sum + width, 0)
  return columns.map(({ width }) => (width / needed) * room)
}
