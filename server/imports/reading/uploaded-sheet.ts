import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { type FieldProblem, Refused } from '#kernel/errors.ts'
import { bilingual } from '#kernel/wording/names.ts'
import type { FindText } from '#kernel/wording/translate.ts'
import { extensionOf } from '#kernel/values/files.ts'
import { columnLetters, type Sheet, type SheetCell, type SheetRow } from '#server/workbooks/sheet.ts'
import { checkHeader, headerTexts, reasonHeader, says } from '../template/template.ts'
import type { ImportColumn, Importer } from '../importer.ts'
import type { DataRows } from '../check.ts'
import { exampleRow } from '../template/example.ts'
import type { Failures } from '../failures.ts'
import { rowLimit } from '../template/lists.ts'

type ImportColumns = Pick<Importer<never, never>, 'columns' | 'others' | 'cn' | 'en'> & {
  readonly identity?: { readonly columns: readonly string[] }
}

/** The layout of an import's columns in a sheet: possibly below a letterhead, in another order, and without some optional ones. */
export interface Layout {
  /** Number of the header row in the sheet. */
  readonly row: number
  readonly columns: readonly ImportColumn[]
  /** Place of each column, from 0. */
  readonly places: readonly number[]
  /** Problems that prevent this layout. */
  readonly problems: readonly Omit<FieldProblem, 'field'>[]
}

/** Number of rows from the top in which the header is searched. */
const farthest = 60

/** The layout of a sheet by the row with most headings; undefined where no row has two (or the only one). */
export function layoutOf({ rows }: Sheet, importer: ImportColumns): Layout | undefined {
  const least = Math.min(2, importer.columns.length)
  const found = rows.filter(({ number }) => number <= farthest).map((row) => ({ row, named: namedIn(row, importer) })).filter(({ named }) =>
    named.length >= least
  )
  const [best] = found.toSorted((one, other) => other.named.length - one.named.length || one.row.number - other.row.number)
  if (!best) return undefined
  const { row, named } = best
  return { row: row.number, columns: named.map(({ column }) => column), places: named.map(({ place }) => place),
    problems: problemsOf(row, named, importer) }
}

interface PlacedColumn {
  readonly column: ImportColumn
  readonly place: number
}

/** Columns with a heading in a row, each at its first position. */
function namedIn(row: SheetRow, { columns }: ImportColumns): readonly PlacedColumn[] {
  const found = headerTexts(row).flatMap((text, place): PlacedColumn[] => {
    const column = text === '' ? undefined : columns.find((each) => says(text, each))
    return column ? [{ column, place }] : []
  })
  return found.filter(({ column }, index) => found.findIndex((each) => each.column === column) === index)
}

function problemsOf(row: SheetRow, named: readonly PlacedColumn[], { columns, others = [], identity }: ImportColumns): Layout['problems'] {
  const isNeeded = ({ key, required }: ImportColumn) => required === true || identity?.columns.includes(key) === true
  const headers = headerTexts(row).flatMap((found, place) => {
    if (found === '' || named.some((each) => each.place === place) || [reasonHeader, ...others].some((other) => says(found, other)))
      return []
    const code = columns.some((column) => says(found, column)) ? 'imports.head.twice' : 'imports.head.unknown'
    return [{ code, parameters: { row: row.number, column: columnLetters(place), found } }]
  })
  const missing = columns.filter((column) => isNeeded(column) && !named.some((each) => each.column === column))
  return [...headers,
    ...missing.map((column) => ({ code: 'imports.head.missing', parameters: { row: row.number, expected: bilingual(column) } }))]
}

interface LaidOut<Whole> {
  readonly importer: Whole
  readonly sheet: Sheet
}

/**
 * Rearranges a sheet like the template: the header first, the columns in order. Columns missing in the sheet are removed from the import,
 * so that stored values are kept.
 * @throws Refused with the reason
 */
export function laidOut<Whole extends ImportColumns>(sheet: Sheet, importer: Whole): LaidOut<Whole> {
  const [first] = sheet.rows
  try {
    checkHeader(first?.number === 1 ? first : undefined, importer)
    return { importer, sheet }
  } catch (error) {
    const layout = layoutOf(sheet, importer)
    if (!layout || (layout.row === 1 && layout.problems.length > 0)) throw error
    const [problem] = layout.problems
    if (problem) throw new Refused(problem.code, problem.parameters)
    const { row, columns, places } = layout
    const rows = sheet.rows.filter(({ number }) => number >= row).map((each) => ({ number: each.number === row ? 1 : each.number,
      cells: inOrder(each, places) })
    )
    return { importer: { ...importer, columns }, sheet: { rows: rows.filter(({ cells }) => cells.some(Boolean)) } }
  }
}

/** The cells of the columns, then the remaining cells at their places. */
function inOrder({ cells }: SheetRow, places: readonly number[]): readonly (SheetCell | undefined)[] {
  const taken = new Set(places)
  const ordered: (SheetCell | undefined)[] = places.map((place) => cells[place])
  for (const [place, cell] of cells.entries()) if (cell !== undefined && !taken.has(place)) ordered[Math.max(place, places.length)] = cell
  return Array.from(ordered)
}

/** The rows below the header, without the template's example. @throws Refused for an invalid header, no rows, or too many */
export function dataRows(sheet: Sheet, importer: Pick<Importer, 'columns' | 'others' | 'cn' | 'en'>,
  { find, failures }: { find: FindText; failures: Failures }): DataRows {
  const [header, ...below] = sheet.rows
  const width = checkHeader(header?.number === 1 ? header : undefined, importer)
  const rows = below.filter((row) => !isExample(row, importer, { find, failures }))
  if (rows.length > rowLimit) throw new Refused('imports.tooManyRows', { limit: rowLimit })
  if (rows.length === 0) throw new Refused('imports.noRows')
  // The cell after the columns of an example row is its mark.
  return { rows: rows.map((row) => (failures.has(row.number) ? { ...row, cells: row.cells.slice(0, importer.columns.length) } : row)),
    width }
}

function isExample(row: SheetRow, { columns }: Pick<Importer, 'columns'>,
  { find, failures }: { find: FindText; failures: Failures }): boolean {
  const example = exampleRow(row, columns, find)
  if (example?.isChanged) failures.add(row, { code: 'imports.row.example', parameters: { mark: example.mark } })
  return example !== undefined && !example.isChanged
}

/** Maximum size of an imported file, bytes (500 kB). */
const fileLimit = 512_000

interface UploadedFile {
  readonly name: string
  readonly bytes: Buffer
  readonly sha256: string
  /** The other fields of the form. */
  readonly fields: Readonly<Record<string, string>>
}

/** One byte above the limit: a longer file is truncated, and then refused by its length with a message of imports. */
const limited = { limits: { fileSize: fileLimit + 1, fieldSize: 1_000, fields: 20 }, throwFileSizeLimit: false }

/** Reads the single file of a call and its other fields, in any order. @throws Refused */
export async function uploadedFile(request: FastifyRequest): Promise<UploadedFile> {
  const fields: Record<string, string> = Object.create(null) as Record<string, string>
  let file: Pick<UploadedFile, 'name' | 'bytes'> | undefined
  for await (const part of request.parts(limited)) {
    if (part.type === 'field') fields[part.fieldname] = String(part.value)
    else if (file) part.file.resume()
    else file = { name: part.filename, bytes: await part.toBuffer() }
  }
  if (!file || file.bytes.length === 0) throw new Refused('imports.noFile')
  if (file.bytes.length > fileLimit || !['xls', 'xlsx'].includes(extensionOf(file.name))) throw new Refused('workbooks.file')
  return { ...file, sha256: createHash('sha256').update(file.bytes).digest('hex'), fields }
}
