import type { Content, TableCell } from 'pdfmake/interfaces.js'
import { colours } from './colours.ts'
import { tableTitleOf } from './heading.ts'
import type { PrintedRow, PrintedTable } from '../printout.ts'

/**
 * Numbered rows under a head that each page repeats; what has no column stands below its row, on the same page. `total` is what the sums
 * are called.
 * Rows that go on from those of a table above it (`from`) have no head.
 */
export function tableOf({ title, columns, rows, sums }: PrintedTable, total: string, from = 0): Content {
  const head: TableCell[] = [{ text: '#', ...headStyle },
    ...columns.map(({ label, right }) => ({ text: label, ...headStyle, alignment: sideOf(right) }))]
  const body = [
    ...(from > 0 ? [] : [head]),
    ...rows.map((row, index) => tableCellsOf(row, { index: from + index, columns })),
    ...(sums
      ? [[{ text: '' },
        ...sums.map((text, index) => ({ text: index === 0 && text === '' ? total : text, bold: true,
          alignment: sideOf(columns[index]?.right) })
        )]]
      : []),
  ]
  return {
    stack: [
      ...(title === '' ? [] : [tableTitleOf(title)]),
      { layout: 'ruled', fontSize: 8,
        table: { ...(from === 0 && { headerRows: 1, keepWithHeaderRows: 1 }), dontBreakRows: true, widths: [14, ...shares(columns)],
          body } },
    ],
  }
}

const headStyle = { color: colours.quiet, fillColor: colours.wash, fontSize: 7.5 } as const

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
    noWrap: text.length <= longestWhole }]
  )
  const rest = columns.slice(1).map(() => ({}))
  const both: TableCell = { layout: 'within',
    table: { widths: shares(columns),
      body: [main, [{ text: facts, fontSize: 7.5, colSpan: columns.length, margin: [0, 3, 0, 0] }, ...rest]] } }
  return [number, { ...both, colSpan: columns.length }, ...rest]
}

/** Room between the margins, less number and padding, by what each column needs. */
function shares(columns: PrintedTable['columns']): number[] {
  const room = 515 - 14 - (columns.length + 1) * 8 - 2
  const needed = columns.reduce((sum, { width }) => sum + width, 0)
  return columns.map(({ width }) => (width / needed) * room)
}
