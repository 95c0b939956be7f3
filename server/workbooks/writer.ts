import type { Writable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Column, Style, Workbook, Worksheet } from 'exceljs'
import type { ExcelCell } from '#kernel/kinds/kind.ts'
import { escaped } from './xlsx-parts.ts'

export const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

export interface WrittenColumn {
  readonly header: string
  /** Width in characters; by default that of the header. */
  readonly width?: number
}

export interface WrittenSheet {
  readonly name: string
  readonly columns: readonly WrittenColumn[]
  /** Batches of rows; the next one is read when the previous one was written. */
  readonly rows: AsyncIterable<readonly (readonly ExcelCell[])[]>
}

/**
 * Writes a workbook of one sheet: typed cells and a frozen header. Memory use does not depend on the number of rows, since it waits for
 * the reader of `output`. After `signal` is aborted, no more rows are read.
 * @throws errors of the rows, and the signal's reason
 */
export async function writeWorkbook(output: Writable, sheet: WrittenSheet, signal?: AbortSignal): Promise<void> {
  const { default: excel } = await import('exceljs')
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

/** Maximum number of characters in a cell. */
const longestText = 32_767

/** The text truncated to the limit of a cell, with a mark that contains the full length. */
function fitting(text: string): string {
  if (text.length <= longestText) return text
  const mark = `… [已截断，全文${text.length}字符 / Cut short, ${text.length} characters in full]`
  // without splitting a surrogate pair
  return text.slice(0, longestText - mark.length).replace(/[\uD800-\uDBFF]$/, '') + mark
}

/** Texts that would become formulas when their cell is edited; they are formatted as text to prevent this. */
const looksLikeFormula = /^[=+\-@\t\r\0]/

/** Caches one style object per format, since the writer identifies styles by object. */
function styleOf(format: string, styles: Map<string, Partial<Style>>): Partial<Style> {
  let style = styles.get(format)
  if (!style) styles.set(format, style = { numFmt: format })
  return style
}

/** The stream into which the sheet's XML is piped; the library itself ignores backpressure. */
interface SheetStream {
  readonly stream?: { readonly pipes?: readonly Writable[] }
}

/**
 * Returns a function that waits until the part before the last was consumed, so that one part is written while another is compressed, and
 * at most two are in memory. The pipe calls back in the order of its writes, also for an empty one.
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

/** Resolves the sheet's pipe, which the zip creates after the parts that it writes by itself. */
async function pipeOf(worksheet: Worksheet): Promise<Writable> {
  for (;;) {
    const pipes = (worksheet as unknown as SheetStream).stream?.pipes
    if (!pipes) throw new Error('The workbook writer has no pipe to wait for')
    if (pipes[0]) return pipes[0]
    await nextTurn()
  }
}

/** Rejects when the signal is aborted; never resolves. */
function ended(signal: AbortSignal | undefined): Promise<never> {
  const gone = new Promise<never>((_, reject) => {
    if (signal?.aborted) reject(signal.reason as Error)
    signal?.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
  })
  // Prevents an unhandled rejection where it is not awaited.
  gone.catch(() => undefined)
  return gone
}

/** The methods that write the parts of a workbook into its zip; the content types are the first of them. */
interface WorkbookParts {
  addContentTypes(zip: { append(part: unknown, options: unknown): void }, model: unknown): Promise<void>
}

/**
 * A workbook of several sheets as a file in memory. Parts are passed as bytes, since JSZip encodes texts in chunks of 16,384 units and
 * corrupts a surrogate pair at a chunk's end; `writeWorkbook` is not affected.
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

/** The width of a text in characters; Chinese characters count as two. */
export function widthOf(text: string): number {
  const characters = Array.from(text).reduce((sum, character) => sum + (character.charCodeAt(0) > 0xff ? 2 : 1), 0)
  return Math.min(60, Math.max(10, characters + 4))
}

/** A valid sheet name: at most 31 characters, without those that Excel refuses. */
export const sheetName = (name: string): string => name.replaceAll(/[[\]*?/\\:]/g, ' ').slice(0, 31).trim() || 'Sheet1'
