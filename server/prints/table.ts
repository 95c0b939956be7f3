import type { Content, TableCell } from 'pdfmake/interfaces.js'
import { colours } from './colours.ts'
import type { PrintedRow, PrintedTable } from './printout.ts'

/** Numbered rows under a head that each page repeats; what has no column stands below its row. */
export function tableOf({ title, columns, rows, sums }: PrintedTable): Content {
  const head: TableCell[] = [{ text: '#', ...headStyle }, ...columns.map(({ label, right }) => ({ text: label, ...headStyle, alignment: sideOf(right) }))]
  const body = [
    head,
    ...rows.flatMap((row, index) => linesOf(row, { index, columns })),
    ...(sums ? [[{ text: '' }, ...sums.map((text, index) => ({ text, bold: true, alignment: sideOf(columns[index]?.right) }))]] : []),
  ]
  return {
    margin: [0, 0, 0, 4],
    stack: [
      ...(title === '' ? [] : [{ text: title, bold: true, margin: [0, 4, 0, 2] as [number, number, number, number] }]),
      { layout: 'ruled', fontSize: 8, table: { headerRows: 1, keepWithHeaderRows: 1, dontBreakRows: true, widths: [14, ...shares(columns)], body } },
    ],
  }
}

const headStyle = { color: colours.quiet, fillColor: colours.wash, fontSize: 7.5 } as const

const sideOf = (right: boolean | undefined): 'left' | 'right' => (right ? 'right' : 'left')

function linesOf({ cells, more }: PrintedRow, { index, columns }: { index: number } & Pick<PrintedTable, 'columns'>): TableCell[][] {
  const main: TableCell[] = [{ text: String(index + 1), color: colours.quiet }, ...cells.map((text, column) => ({ text, alignment: sideOf(columns[column]?.right) }))]
  if (more.length === 0) return [main]
  const facts = more.flatMap(({ label, text }, position) => [{ text: `${position > 0 ? '　' : ''}${label} `, color: colours.quiet }, { text }])
  return [main, [{ text: '' }, { text: facts, fontSize: 7.5, colSpan: columns.length }, ...columns.slice(1).map(() => ({}))]]
}

/** Room between the margins, less number and padding, by what each column needs. */
function shares(columns: PrintedTable['columns']): number[] {
  const room = 515 - 14 - (columns.length + 1) * 8 - 2
  const needed = columns.reduce((sum, { width }) => sum + width, 0)
  return columns.map(({ width }) => (width / needed) * room)
}
