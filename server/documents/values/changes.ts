import { isDeepStrictEqual } from 'node:util'
import type { ValueChanged } from '#approval/event.ts'
import type { FormValue } from '#kernel/values/value.ts'

type ValueChange = ValueChanged['changes'][number]

/** The changes between two values, one per field: `remark`, or `items.{rowId}.amount` where both have the row. */
export function changesBetween(before: FormValue, after: FormValue): ValueChange[] {
  if (before === after) return []
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return keys.flatMap((key) => changesOf(key, before[key], after[key]))
}

/** Applies changes to a value, as the replay of a history does. */
export function applyChanges(value: FormValue, changes: readonly ValueChange[]): FormValue {
  return changes.reduce((current, { field, after }) => {
    const [key = '', rowId, column] = field.split('.')
    if (rowId === undefined || column === undefined) return { ...current, [key]: after }
    const rows = rowsOf(current[key]) ?? []
    return { ...current, [key]: rows.map((row) => (row['rowId'] === rowId ? { ...row, [column]: after } : row)) }
  }, value)
}

function changesOf(key: string, before: unknown, after: unknown): ValueChange[] {
  if (isDeepStrictEqual(before, after)) return []
  const [left, right] = [rowsOf(before), rowsOf(after)]
  if (!left || !right || !sameRows(left, right)) return [{ field: key, before: before ?? null, after: after ?? null }]
  return left.flatMap((row, index) =>
    changesBetween(row, right[index]!).map(({ field, ...change }) => ({ field: `${key}.${String(row['rowId'])}.${field}`, ...change }))
  )
}

function rowsOf(value: unknown): FormValue[] | undefined {
  const rows = Array.isArray(value) && value.length > 0 && value.every((row) => row !== null && typeof row === 'object' && 'rowId' in row)
  return rows ? (value as FormValue[]) : undefined
}

const sameRows = (left: readonly FormValue[], right: readonly FormValue[]) =>
  left.length === right.length && left.every((row, index) => row['rowId'] === right[index]?.['rowId'])
