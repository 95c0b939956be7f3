import { Readable } from 'node:stream'

/** A line of a CSV file: what a spreadsheet would take for a formula gets a quote before it. */
export const csvLine = (cells: readonly (string | number | null)[]): string =>
  `${cells.map((cell) => quoted(String(cell ?? ''))).join(',')}\r\n`

const quoted = (text: string): string => {
  const plain = /^[=+\-@\t\r\0]/.test(text) && !/^[+-]?\d+(\.\d+)?$/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}

/** A file that spreadsheets open with its characters, written while it is read. */
export const csvFile = (lines: AsyncIterable<string>): Readable =>
  Readable.from((async function*() {
    yield Buffer.from('\ufeff')
    for await (const line of lines) yield Buffer.from(line)
  })(), { objectMode: false })
