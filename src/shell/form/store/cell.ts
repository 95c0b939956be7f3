import { parsePath } from '#kernel/evaluate/path.ts'
import { readAt, rowIdOf, rowsAt } from '#kernel/evaluate/rows.ts'
import type { Form } from '#kernel/form.ts'
import type { FormValue } from '#kernel/values/value.ts'

/** The address of a header field or cell; rows are identified by id, so that they can be moved. */
export interface CellName {
  readonly key: string
  readonly rowId?: string
  readonly column?: string
}

/** Serialises a cell address: `title`, `items:r1:amount`. */
export function nameOfCell({ key, rowId, column }: CellName): string {
  if (rowId === undefined) return key
  return column === undefined ? `${key}:${rowId}` : `${key}:${rowId}:${column}`
}

/** Parses a serialised cell address. */
export function cellOfName(name: string): CellName {
  const [key = '', rowId, column] = name.split(':')
  return { key, rowId, column }
}

/**
 * The address of a path of the kernel or server (`items.2.amount`); anything below a field (`files.0`) maps to the field. Undefined if the
 * form has no such field: the problem then concerns the form as a whole.
 */
export function cellAt(form: Form, value: FormValue, path: string): CellName | undefined {
  const { key, index, column } = parsePath(path)
  const field = form.fields[key]
  if (!field) return undefined
  const row = index === undefined ? undefined : rowsAt(value, key)[index]
  const rowId = row && rowIdOf(row)
  if (rowId === undefined || !field.columns) return { key }
  return column !== undefined && field.columns[column] ? { key, rowId, column } : { key, rowId }
}

const places = new WeakMap<object, ReadonlyMap<string, number>>()

/** The index of a row in its table, -1 if it is absent; cached per array of rows. */
function rowIndex(value: FormValue, key: string, rowId: string): number {
  const rows = value[key]
  if (!Array.isArray(rows)) return -1
  let found = places.get(rows)
  if (!found) places.set(rows, found = new Map(rowsAt(value, key).map((row, index) => [rowIdOf(row) ?? '', index])))
  return found.get(rowId) ?? -1
}

/** Reads a header field or cell. */
export function readCell(value: FormValue, { key, rowId, column }: CellName): unknown {
  if (rowId === undefined || column === undefined) return value[key]
  return readAt(value, column, { table: key, index: rowIndex(value, key, rowId) })
}

/** Returns the value with a header field or cell changed; undefined removes it. */
export function writeCell(value: FormValue, { key, rowId, column }: CellName, entered: unknown): FormValue {
  if (rowId === undefined || column === undefined) return { ...value, [key]: entered }
  return { ...value, [key]: rowsAt(value, key).map((row) => (rowIdOf(row) === rowId ? { ...row, [column]: entered } : row)) }
}

/** Copies a table filled in by the server to the entered value, before one of its cells is changed. */
export function withRows(entered: FormValue, { key, rowId }: CellName, shown: FormValue): FormValue {
  return rowId === undefined || rowIndex(entered, key, rowId) >= 0 ? entered : { ...entered, [key]: rowsAt(shown, key) }
}

/** Addresses of the cells that store the acceptance of questions about a cell. */
export function acceptancesOf({ rules }: Form, { key, rowId, column }: CellName): readonly CellName[] {
  const table = column === undefined ? undefined : key
  const questions = rules.filter(({ each, fields }) => each === table && fields.includes(column ?? key))
  return questions.flatMap((
    { acceptedBy },
  ) => (acceptedBy === undefined ? [] : [table === undefined ? { key: acceptedBy } : { key, rowId, column: acceptedBy }]))
}

/** The kernel's path of a cell: `items.2.amount`. */
export function pathOfCell(value: FormValue, { key, rowId, column }: CellName): string {
  if (rowId === undefined) return key
  const index = rowIndex(value, key, rowId)
  return column === undefined ? `${key}.${index}` : `${key}.${index}.${column}`
}

/** Returns whether a row has no input yet. */
export const isUntouched = (row: FormValue): boolean =>
  Object.entries(row).every(([name, held]) =>
    name === 'rowId' || held === undefined || held === null || held === '' || (Array.isArray(held) && held.length === 0)
  )
