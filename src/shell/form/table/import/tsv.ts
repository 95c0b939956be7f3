/**
 * The cells of a block that was copied in a spreadsheet: columns parted by tabs, rows by line ends; a cell with either
 * in it stands in quotes, and a quote in such a cell is doubled.
 */
export function cellsOf(text: string): string[][] {
  const rows: string[][] = [[]]
  // a spreadsheet ends the last row too
  for (const [, quoted, plain = '', end] of text.replace(/\r?\n$/, '').matchAll(cell)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain)
    if (end === '') break
    if (end !== '\t') rows.push([])
  }
  return rows
}

/** Matches the text in quotes, or else up to the next tab or line end; and that. */
const cell = /(?:"((?:[^"]|"")*)"(?=\t|\r?\n|$)|([^\t\r\n]*))(\t|\r\n|\n|\r|$)/g

/** Returns whether a text is a block of cells: one cell is pasted as any text is. */
export const isBlock = (text: string): boolean => /[\t\n]/.test(text.replace(/\r?\n$/, ''))
