import { setImmediate as nextTurn } from 'node:timers/promises'
import { MeaningfulError, Refused } from '#kernel/errors.ts'
import { kindOf } from '#kernel/kinds/registry.ts'
import { fieldSchema } from '#kernel/kinds/schema.ts'
import { bilingual } from '#kernel/wording/names.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { Db } from '#server/database/tables.ts'
import { parseInput } from '#server/http/requests/validation.ts'
import { columnLetters, type SheetRow } from '#server/workbooks/sheet.ts'
import { cellValue, isProblem, type Resolve } from './cells/cell-values.ts'
import type { Failures } from './failures.ts'
import type { CheckedRow, ImportColumn, Importer, ImportStep } from './importer.ts'
import { inOrder, type NameLookupContext, resolvers } from './reading/names.ts'

/** The rows of a file, without its header and example. */
export interface DataRows {
  readonly rows: readonly SheetRow[]
  /** Number of columns with a heading. */
  readonly width: number
}

export interface ImportCheckResult<Value, Lookups> {
  readonly valid: readonly CheckedRow<Value>[]
  /** Rows with invalid cells or violated rules, to be checked by the rules of saving as well. */
  readonly refused: readonly ReadRow[]
  readonly lookups: Lookups
}

/** The cells of a row that could be read, by column key. */
export interface ReadRow extends CheckedRow<FormValue> {
  /** Keys of the columns whose cells could not be read. */
  readonly unread: ReadonlySet<string>
}

interface ImportCheckContext {
  readonly step: ImportStep
  readonly naming: NameLookupContext
  readonly failures: Failures
}

/** Validates every row before any is saved: its cells, the row as a whole, and duplicates within the file. */
export async function checkRows<Value, Lookups>(db: Db, importer: Importer<Value, Lookups>, data: DataRows,
  { step, naming, failures }: ImportCheckContext): Promise<ImportCheckResult<Value, Lookups>> {
  const readers = (await resolvers(db, importer.columns, data.rows, naming)).map((resolve, index) =>
    readerOf(importer.columns[index]!, resolve)
  )
  const read: ReadRow[] = []
  for (const [place, row] of data.rows.entries()) {
    if (place % 200 === 199) await nextTurn()
    read.push(readCells(row, readers, data.width, failures))
  }
  const lookups = await importer.prepare(db, read.map(({ value }) => value), step)
  const identified = read.map((one): ReadRow => ({ ...one, identity: identityOf(one, importer, lookups) }))
  const checked = judgeRows(identified, { importer, lookups, step, failures })
  return { refused: checked.refused, valid: inOrder(checked.valid, importer), lookups }
}

function identityOf<Value, Lookups>({ value, unread }: ReadRow, { identity }: Importer<Value, Lookups>, lookups: Lookups):
  | string
  | undefined {
  return identity?.columns.some((key) => unread.has(key)) ? undefined : identity?.of(value, lookups)
}

interface RowCheck<Value, Lookups> extends Pick<ImportCheckContext, 'step' | 'failures'> {
  readonly importer: Importer<Value, Lookups>
  readonly lookups: Lookups
}

/** Validates every row as a whole; rows with invalid cells by the cells that could be read. */
function judgeRows<Value, Lookups>(rows: readonly ReadRow[],
  judging: RowCheck<Value, Lookups>): Pick<ImportCheckResult<Value, Lookups>, 'valid' | 'refused'> {
  const { failures } = judging
  const valid: CheckedRow<Value>[] = []
  const refused: ReadRow[] = []
  const repetition = repetitions(rows, judging.importer)
  for (const one of rows) {
    const { row, identity } = one
    const verdict = judgeRow(one, judging)
    const { isWhole, problems } = repetition(one)
    for (const problem of problems) failures.add(row, problem)
    if (verdict.value !== undefined && !failures.has(row.number)) valid.push({ row, value: verdict.value, identity })
    // for a forbidden row, saving would report the same problem again
    else if (!isWhole && !verdict.isForbidden) refused.push(one)
  }
  return { valid, refused }
}

interface Repetition {
  /** Whether the whole row is a repetition; otherwise single values are. */
  readonly isWhole: boolean
  readonly problems: readonly { readonly code: string; readonly parameters: { readonly row: number }; readonly field?: string }[]
}

/** Finds values of a row that an earlier row has, where they must be unique. */
function repetitions<Value, Lookups>(rows: readonly ReadRow[], { unshared = [] }: Importer<Value, Lookups>): (one: ReadRow) => Repetition {
  const firstBy = (textOf: (one: ReadRow) => string) => new Map(rows.toReversed().map((one) => [textOf(one), one.row.number] as const))
  const valueOf = (key: string) => ({ value }: ReadRow) => String(value[key] ?? '')
  const first = firstBy(({ identity }) => identity ?? '')
  const shared = unshared.map((field) => ({ field, textOf: valueOf(field), numbers: firstBy(valueOf(field)) }))
  const beforeOf = (number: number | undefined, { row }: ReadRow,
    text: string) => (text === '' || number === row.number ? undefined : number)
  return (one) => {
    const before = beforeOf(first.get(one.identity ?? ''), one, one.identity ?? '')
    if (before !== undefined) return { isWhole: true, problems: [{ code: 'imports.row.repeated', parameters: { row: before } }] }
    const problems = shared.flatMap(({ field, textOf, numbers }) => {
      const row = beforeOf(numbers.get(textOf(one)), one, textOf(one))
      return row === undefined ? [] : [{ field, code: 'imports.row.shared', parameters: { row } }]
    })
    return { isWhole: false, problems }
  }
}

interface RowJudgement<Value> {
  readonly value?: Value
  /** Whether the row as a whole is refused, not its cells. */
  readonly isForbidden?: boolean
}

function judgeRow<Value, Lookups>(one: ReadRow, { importer, lookups, step, failures }: RowCheck<Value, Lookups>): RowJudgement<Value> {
  try {
    return { value: importer.row(one.value, lookups, step) }
  } catch (error) {
    const isForbidden = isOfWholeRow(error) && one.identity !== undefined
    if (isForbidden) failures.addError(one.row, error)
    else addReadable(failures, one, error)
    return { isForbidden }
  }
}

const isOfWholeRow = (error: unknown): boolean => error instanceof MeaningfulError && !(error instanceof Refused && error.fields.length > 0)

/** Adds an error to a row; where cells could not be read, only the problems of the other ones. */
export function addReadable(failures: Failures, { row, value, unread }: ReadRow, error: unknown) {
  if (unread.size === 0) return failures.addError(row, error)
  const isReadable = (key: string) => Object.hasOwn(value, key) && !unread.has(key)
  const others = error instanceof Refused ? error.fields.filter(({ field }) => isReadable(field.split('.')[0] ?? '')) : []
  if (others.length > 0) failures.addError(row, new Refused('error.field.invalid', {}, others))
}

interface CellReader {
  readonly column: ImportColumn
  read(row: SheetRow, index: number): unknown
}

/** Parses the cells of one column; refusals are thrown at its key. */
function readerOf(column: ImportColumn, resolve: Resolve): CellReader {
  const field = { ...column.field, cn: column.cn, en: column.en }
  const schema = fieldSchema(field)
  const { empty, ask } = kindOf(field)
  return {
    column,
    read({ cells }, index) {
      if (column.by === 'name') return null
      const value = meaningOf(cellValue(cells[index], field, resolve), column, resolve)
      if (isProblem(value)) return value
      if (!empty(value)) return parseInput(schema, value)
      return column.required && (value === null || value === '')
        ? { code: ask ?? 'error.field.required', parameters: { label: bilingual(column) } }
        : value
    },
  }
}

/** The resolved text, where its column declares meanings. */
const meaningOf = (value: unknown, { meanings }: ImportColumn, resolve: Resolve): unknown =>
  meanings && typeof value === 'string' && value !== '' ? resolve(value) : value

function readCells(row: SheetRow, readers: readonly CellReader[], width: number, failures: Failures): ReadRow {
  const unread = new Set<string>()
  const beyond = row.cells.findIndex((cell, index) => index >= width && cell !== undefined)
  if (beyond >= 0) failures.add(row, { code: 'imports.row.beyond', parameters: { column: columnLetters(beyond) } })
  const values = readers.filter(({ column }) => column.by !== 'name').flatMap((reader) => {
    const { key } = reader.column
    try {
      const value = reader.read(row, readers.indexOf(reader))
      if (!isProblem(value)) return [[key, value] as const]
      failures.add(row, { ...value, field: key })
    } catch (error) {
      failures.addError(row, at(error, key))
    }
    unread.add(key)
    return []
  })
  return { row, value: Object.fromEntries(values), unread, identity: undefined }
}

/** Sets the column of problems from a schema of a single value. */
function at(error: unknown, key: string): unknown {
  if (!(error instanceof Refused)) return error
  return new Refused(error.code, error.parameters, error.fields.map((problem) => ({ ...problem, field: key })))
}
