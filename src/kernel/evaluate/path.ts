import type { FieldDefinition, Fields } from '../fields.ts'
import { memoize } from '../memoize.ts'

/** `title`, `items`, `items.amount` (the column) or `items.2.amount` (its cell in the third row). */
export interface FieldPath {
  readonly key: string
  readonly index?: number
  readonly column?: string
}

/** Parses a path. */
export function parsePath(path: string): FieldPath {
  if (!path.includes('.')) return { key: path }
  const [key = '', second = '', third] = path.split('.')
  return /^\d+$/.test(second) ? { key, index: Number(second), column: third } : { key, column: second }
}

/** The path of a cell, e.g. `items.2.amount`. */
export const cellPath = (table: string, index: number, column: string): string => `${table}.${index}.${column}`

/** The path without the row index, as definitions and flows use it. */
export function columnPath(path: string): string {
  const { key, column } = parsePath(path)
  return column === undefined ? key : `${key}.${column}`
}

/** The definition of the field or column at a path; undefined if there is none. */
export function fieldAt(fields: Fields, path: string): FieldDefinition | undefined {
  const { key, column } = parsePath(path)
  const field = Object.hasOwn(fields, key) ? fields[key] : undefined
  if (column === undefined || column === '') return field
  return field?.columns && Object.hasOwn(field.columns, column) ? field.columns[column] : undefined
}

/** The paths of all fields and columns, in the order of the form: `title`, `items`, `items.amount`. */
export const pathsOf: (fields: Fields) => readonly string[] = memoize((fields) =>
  Object.entries(fields).flatMap(([key, { columns = {} }]) => [key, ...Object.keys(columns).map((column) => `${key}.${column}`)])
)
