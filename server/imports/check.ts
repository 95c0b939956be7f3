import { setImmediate as nextTurn } from 'node:timers/promises'
import { Refused } from '#kernel/errors.ts'
import { kindOf } from '#kernel/kinds/registry.ts'
import { fieldSchema } from '#kernel/kinds/schema.ts'
import { bilingual } from '#kernel/names.ts'
import type { FormValue } from '#kernel/value.ts'
import type { Db } from '../database/tables.ts'
import { parseInput } from '../http/validation.ts'
import { columnLetters, type SheetRow } from '../workbooks/sheet.ts'
import { isProblem } from './cell-text.ts'
import { cellValue, type Resolve } from './cell-values.ts'
import type { Failures } from './failures.ts'
import type { CheckedRow, ImportColumn, Importer, ImportStep } from './importer.ts'
import { type Naming, resolvers } from './names.ts'
import { inOrder } from './of-file.ts'

/** The rows of a file, without its header and example. */
export interface DataRows {
  readonly rows: readonly SheetRow[]
  /** Columns that have a header. */
  readonly width: number
}

export interface Checked<Value, Lookups> {
  readonly valid: readonly CheckedRow<Value>[]
  /** Rows with cells that could not be read. */
  readonly damaged: readonly ReadRow[]
  readonly lookups: Lookups
}

/** The cells of a row by column key, null where they could not be read. */
export interface ReadRow extends CheckedRow<FormValue> {
  /** Keys of the columns whose cells could not be read. */
  readonly unread: ReadonlySet<string>
}

interface Checking {
  readonly step: ImportStep
  readonly naming: Naming
  readonly failures: Failures
}

/** Checks every row before any is saved: its cells, what they mean together, and whether the file says one thing twice. */
export async function checkRows<Value, Lookups>(db: Db, importer: Importer<Value, Lookups>, data: DataRows, { step, naming, failures }: Checking): Promise<Checked<Value, Lookups>> {
  const readers = (await resolvers(db, importer.columns, data.rows, naming)).map((resolve, index) => readerOf(importer.columns[index]!, resolve))
  const read: ReadRow[] = []
  for (const [place, row] of data.rows.entries()) {
    if (place % 200 === 199) await nextTurn()
    read.push(readCells(row, readers, data.width, failures))
  }
  const lookups = await importer.prepare(db, read.map(({ value }) => value), step)
  const wrong = read.filter(({ row }) => failures.has(row.number))
  const valid = read.filter(({ row }) => !failures.has(row.number)).flatMap(({ row, value }): CheckedRow<Value>[] => {
    try {
      return [{ row, value: importer.row(value, lookups, step) }]
    } catch (error) {
      failures.addError(row, error)
      return []
    }
  })
  for (const one of wrong) addOthers(one, { importer, lookups, step, failures })
  refuseRepeated(valid, importer, failures)
  return { damaged: wrong, valid: inOrder(valid.filter(({ row }) => !failures.has(row.number)), importer), lookups }
}

interface Others<Value, Lookups> extends Pick<Checking, 'step' | 'failures'> {
  readonly importer: Importer<Value, Lookups>
  readonly lookups: Lookups
}

/** What is wrong at the readable cells of a row of which others could not be read; those count as empty here. */
function addOthers<Value, Lookups>(damaged: ReadRow, { importer, lookups, step, failures }: Others<Value, Lookups>) {
  try {
    importer.row(damaged.value, lookups, step)
  } catch (error) {
    addReadable(failures, damaged, error)
  }
}

/** Of an error, what it says of cells that could be read. */
export function addReadable(failures: Failures, { row, value, unread }: ReadRow, error: unknown) {
  const isReadable = (key: string) => Object.hasOwn(value, key) && !unread.has(key)
  const others = error instanceof Refused ? error.fields.filter(({ field }) => isReadable(field.split('.')[0] ?? '')) : []
  if (others.length > 0) failures.addError(row, new Refused('error.field.invalid', {}, others))
}

interface CellReader {
  readonly column: ImportColumn
  read(row: SheetRow, index: number): unknown
}

/** Reads the cells of one column; refusals are thrown at its key. */
function readerOf(column: ImportColumn, resolve: Resolve): CellReader {
  const field = { ...column.field, cn: column.cn, en: column.en }
  const schema = fieldSchema(field)
  const { empty, ask } = kindOf(field)
  return {
    column,
    read({ cells }, index) {
      if (column.by === 'name') return null
      const value = cellValue(cells[index], field, resolve)
      if (isProblem(value)) return value
      if (!empty(value)) return parseInput(schema, value)
      return column.required && (value === null || value === '') ? { code: ask ?? 'error.field.required', parameters: { label: bilingual(column) } } : value
    },
  }
}

function readCells(row: SheetRow, readers: readonly CellReader[], width: number, failures: Failures): ReadRow {
  const unread = new Set<string>()
  const beyond = row.cells.findIndex((cell, index) => index >= width && cell !== undefined)
  if (beyond >= 0) failures.add(row, { code: 'imports.row.beyond', parameters: { column: columnLetters(beyond) } })
  const values = readers.filter(({ column }) => column.by !== 'name').map((reader) => {
    const { key } = reader.column
    try {
      const value = reader.read(row, readers.indexOf(reader))
      if (!isProblem(value)) return [key, value] as const
      failures.add(row, { ...value, field: key })
    } catch (error) {
      failures.addError(row, at(error, key))
    }
    unread.add(key)
    return [key, null] as const
  })
  return { row, value: Object.fromEntries(values), unread }
}

/** A schema of one value knows no column: its problems are those of this one. */
function at(error: unknown, key: string): unknown {
  if (!(error instanceof Refused)) return error
  return new Refused(error.code, error.parameters, error.fields.map((problem) => ({ ...problem, field: key })))
}

function refuseRepeated<Value>(valid: readonly CheckedRow<Value>[], importer: Pick<Importer<Value, never>, 'identity'>, failures: Failures) {
  const seen = new Map<string, number>()
  for (const { row, value } of valid) {
    const identity = importer.identity?.(value)
    if (identity === undefined) continue
    const before = seen.get(identity)
    if (before === undefined) seen.set(identity, row.number)
    else failures.add(row, { code: 'imports.row.repeated', parameters: { row: before } })
  }
}
