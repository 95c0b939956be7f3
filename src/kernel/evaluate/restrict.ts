import type { FieldDefinition } from '../fields.ts'
import type { Form } from '../form.ts'
import type { FormValue } from '../value.ts'
import { editableFields } from './editable.ts'
import { isRow, own, rowIdOf, rowsAt } from './rows.ts'

/**
 * What stands, with those changes of an incoming value that may be made at `start` or at a node: everything else is cut, unknown keys
 * among them. A key that is absent from `incoming` stays as it is. Rows are matched by `rowId`; they are added and removed
 * only where the table itself is editable.
 */
export function restrict(form: Form, at: string, before: FormValue, incoming: FormValue): FormValue {
  const editable = editableFields(form, at)
  const anew = at === 'start'
  const result: Record<string, unknown> = anew ? {} : { ...before }
  for (const [key, field] of Object.entries(form.fields)) {
    const kept = field.kind === 'table' ? restrictTable(key, field, { before, incoming, editable, anew }) : pick(key, before, editable(key) ? incoming : {})
    if (kept !== undefined) result[key] = kept
  }
  return result
}

interface Cut {
  readonly before: FormValue
  readonly incoming: FormValue
  readonly editable: (path: string) => boolean
  /** Filed anew, a document leaves behind what its form no longer declares; under approval it is kept. */
  readonly anew: boolean
}

function pick(key: string, before: FormValue, incoming: FormValue): unknown {
  return Object.hasOwn(incoming, key) && incoming[key] !== undefined ? incoming[key] : own(before, key)
}

function restrictTable(key: string, field: FieldDefinition, { before, incoming, editable, anew }: Cut): unknown {
  const given = own(incoming, key)
  if (given === undefined) return own(before, key)
  const columns = Object.keys(field.columns ?? {}).map((column) => ({ column, writable: editable(`${key}.${column}`) }))
  const known = byRowId(rowsAt(before, key))
  if (editable(key)) {
    if (!Array.isArray(given)) return given
    return given.map((row: unknown) => (isRow(row) ? mergeRow(columns, known.get(rowIdOf(row) ?? '') ?? {}, { incoming: row, anew }) : row))
  }
  if (!Array.isArray(given) || columns.every(({ writable }) => !writable)) return own(before, key)
  const changes = byRowId(rowsAt(incoming, key))
  return keepRows(own(before, key), (row) => mergeRow(columns, row, { incoming: changes.get(rowIdOf(row) ?? '') ?? {}, anew }))
}

function keepRows(rows: unknown, merge: (row: FormValue) => FormValue): unknown {
  return Array.isArray(rows) ? rows.map((row: unknown) => (isRow(row) && rowIdOf(row) !== undefined ? merge(row) : row)) : rows
}

const byRowId = (rows: readonly FormValue[]): ReadonlyMap<string, FormValue> =>
  new Map(rows.flatMap((row) => (rowIdOf(row) === undefined ? [] : [[rowIdOf(row) ?? '', row] as const])))

function mergeRow(
  columns: readonly { column: string; writable: boolean }[],
  before: FormValue,
  { incoming, anew }: { incoming: FormValue; anew: boolean },
): FormValue {
  const row: Record<string, unknown> = anew ? {} : { ...before }
  const rowId = own(before, 'rowId') ?? own(incoming, 'rowId')
  if (rowId !== undefined) row['rowId'] = rowId
  for (const { column, writable } of columns) {
    const value = pick(column, before, writable ? incoming : {})
    if (value !== undefined) row[column] = value
  }
  return row
}
