import type { FormValue } from '../values/value.ts'

/** The rows of a table; a row that is not an object is returned as an empty one. */
export function rowsAt(value: FormValue, table: string): readonly FormValue[] {
  const rows = own(value, table)
  return Array.isArray(rows) ? rows.map(rowOf) : []
}

/** The value of a field, or of a column in a row. */
export function readAt(value: FormValue, key: string, place?: { readonly table: string; readonly index: number }): unknown {
  if (!place) return own(value, key)
  const rows = own(value, place.table)
  const row: unknown = Array.isArray(rows) ? rows[place.index] : undefined
  return isRow(row) ? own(row, key) : undefined
}

/** The own property of a value; inherited ones are ignored. */
export const own = (value: FormValue, key: string): unknown => (Object.hasOwn(value, key) ? value[key] : undefined)

/** The stable id of a row; undefined when it has none. */
export function rowIdOf(row: FormValue): string | undefined {
  const id = row['rowId']
  return typeof id === 'string' && id !== '' ? id : undefined
}

/** Returns whether a value has the shape of a row: an object that is not an array. */
export const isRow = (row: unknown): row is FormValue => typeof row === 'object' && row !== null && !Array.isArray(row)

const rowOf = (row: unknown): FormValue => (isRow(row) ? row : {})
