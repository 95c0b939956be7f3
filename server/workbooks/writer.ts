import type { Writable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import excel, { type Column, type Style, type Workbook, type Worksheet } from 'exceljs'
import type { ExcelCell } from '#kernel/kinds/kind.ts'
import { escaped } from './xlsx-parts.ts'

export const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

export interface WrittenColumn {
  readonly header: string
  /** Characters; without it by the header. */
  readonly width?: number
}

export interface WrittenSheet {
  readonly name: string
  readonly columns: readonly WrittenColumn[]
  /** Parts of the rows; the next part is asked for when the output has taken the one before. */
  readonly rows: AsyncIterable<readonly (readonly ExcelCell[])[]>
}

/**
 * Writes a workbook of one sheet: typed cells, a header that stays in view. Memory does not grow with the rows: what the
 * reader of `output` has not taken yet is waited for. When `signal` ends it, the rows are asked no further.
 * @throws what the rows throw, and the signal's reason
 */
export async function writeWorkbook(output: Writable, sheet: WrittenSheet, signal?: AbortSignal): Promise<void> {
  const workbook = new excel.stream.xlsx.WorkbookWriter({ stream: output, useStyles: true, useSharedStrings: false })
  const worksheet = workbook.addWorksheet(sheetName(sheet.name), { views: [{ state: 'frozen', ySplit: 1 }] })
  worksheet.columns = sheet.columns.map(({ header, width }): Partial<Column> => ({ width: width ?? widthOf(header) }))
  const styles = new Map<string, Partial<Style>>()
  addHeader(worksheet, sheet.columns)
  const gone = ended(signal)
  const taken = lag(worksheet, gone)
  for await (const part of sheet.rows) {
    for (const cells of part) addRow(worksheet, cells, styles)
    await taken()
  }
  await Promise.race([workbook.commit(), gone])
}

function addHeader(worksheet: Worksheet, columns: readonly WrittenColumn[]) {
  const row = worksheet.addRow(columns.map(({ header }) => escaped(header)))
  row.font = { bold: true }
  row.commit()
}

function addRow(worksheet: Worksheet, cells: readonly ExcelCell[], styles: Map<string, Partial<Style>>) {
  const row = worksheet.addRow([])
  for (const [index, { value, format }] of cells.entries()) {
    if (value === null || value === '') continue
    const cell = row.getCell(index + 1)
    cell.value = typeof value === 'string' ? escaped(fitting(value)) : value
    const shown = typeof value === 'string' && looksLikeFormula.test(value) ? '@' : format
    if (shown !== undefined) cell.style = styleOf(shown, styles)
  }
  row.commit()
}

/** Characters that a cell holds. */
const longestText = 32_767

/** The text as a cell holds it; of one that is too long the beginning, with a mark that says so and how long the whole is. */
function fitting(text: string): string {
  if (text.length <= longestText) return text
  const mark = `… [已截断，全文${text.length}字符 / Cut short, ${text.length} characters in full]`
  // no half of a character that takes two
  return text.slice(0, longestText - mark.length).replace(/[\uD800-\uDBFF]$/, '') + mark
}

/** A text that would become a formula when somebody edits its cell is formatted as text, which it then stays. */
const looksLikeFormula = /^[=+\-@\t\r\0]/

/** One object per format: the writer tells styles apart by their object. */
function styleOf(format: string, styles: Map<string, Partial<Style>>): Partial<Style> {
  let style = styles.get(format)
  if (!style) styles.set(format, style = { numFmt: format })
  return style
}

/** The stream that a sheet's XML is piped into on its way to the zip; the library itself waits for nobody. */
interface SheetStream {
  readonly stream?: { readonly pipes?: readonly Writable[] }
}

/**
 * Returns a function that waits until the part before the last was taken: one part is written while the other is
 * compressed, and no third is made. The pipe calls back in the order of its writes, also for an empty one.
 */
function lag(worksheet: Worksheet, gone: Promise<never>): () => Promise<void> {
  let before: Promise<unknown> = Promise.resolve()
  return async () => {
    const pipe = await Promise.race([pipeOf(worksheet), gone])
    const taken = new Promise<unknown>((resolve) => pipe.write('', resolve))
    await Promise.race([before, gone])
    before = taken
  }
}

/** The zip comes to the sheet after the parts that it writes by itself. */
async function pipeOf(worksheet: Worksheet): Promise<Writable> {
  for (;;) {
    const pipes = (worksheet as unknown as SheetStream).stream?.pipes
    if (!pipes) throw new Error('The workbook writer has no pipe to wait for')
    if (pipes[0]) return pipes[0]
    await nextTurn()
  }
}

/** Rejects when the signal ends the writing; never resolves. */
function ended(signal: AbortSignal | undefined): Promise<never> {
  const gone = new Promise<never>((_, reject) => {
    if (signal?.aborted) reject(signal.reason as Error)
    signal?.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
  })
  // Also nobody may be waiting when it ends.
  gone.catch(() => undefined)
  return gone
}

/** The calls that write the parts of a workbook into its zip; the content types are the first of them. */
interface WorkbookParts {
  addContentTypes(zip: { append(part: unknown, options: unknown): void }, model: unknown): Promise<void>
}

/**
 * A workbook of several sheets as a file, whole in memory. JSZip encodes a text in parts of 16,384 units and loses a rare
 * character that two parts share, so it is given bytes; `writeWorkbook` has no such parts.
 */
export async function bytesOf(workbook: Workbook): Promise<Buffer> {
  const writer = workbook.xlsx as typeof workbook.xlsx & WorkbookParts
  const addContentTypes = writer.addContentTypes.bind(writer)
  writer.addContentTypes = (zip, model) => {
    const append = zip.append.bind(zip)
    zip.append = (part, options) => append(typeof part === 'string' && !isBase64(options) ? Buffer.from(part) : part, options)
    return addContentTypes(zip, model)
  }
  return Buffer.from(await writer.writeBuffer())
}

const isBase64 = (options: unknown): boolean =>
  typeof options === 'object' && options !== null && 'base64' in options && options.base64 === true

/** Chinese characters are two wide. */
export function widthOf(text: string): number {
  const characters = Array.from(text).reduce((sum, character) => sum + (character.charCodeAt(0) > 0xff ? 2 : 1), 0)
  return Math.min(60, Math.max(10, characters + 4))
}

/** Excel takes 31 characters, and some not at all. */
export const sheetName = (name: string): string => name.replaceAll(/[[\]*?/\\:]/g, ' ').slice(0, 31).trim() || 'Sheet1'
