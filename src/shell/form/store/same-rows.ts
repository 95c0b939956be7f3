import { isRow, rowIdOf } from '#kernel/evaluate/rows.ts'
import type { FormValue } from '#kernel/values/value.ts'

/** A value again, with those rows and lists of the one before that hold the same: what did not change is not drawn again. */
export function keepSame(before: FormValue | undefined, after: FormValue): FormValue {
  if (!before) return after
  const kept = Object.fromEntries(
    Object.entries(after).map(([key, held]) => [key, Array.isArray(held) ? keptList(before[key], held) : held]),
  )
  return holdsSame(before, kept) ? before : kept
}

function keptList(before: unknown, after: readonly unknown[]): readonly unknown[] {
  if (!Array.isArray(before) || before === after) return after
  const known = new Map(before.filter(isRow).map((row) => [rowIdOf(row), row]))
  const kept = after.map((row) => keptRow(row, known))
  return kept.length === before.length && kept.every((row, index) => row === before[index]) ? before : kept
}

function keptRow(row: unknown, known: ReadonlyMap<string | undefined, FormValue>): unknown {
  const before = isRow(row) && rowIdOf(row) !== undefined ? known.get(rowIdOf(row)) : undefined
  return before && isRow(row) && holdsSame(before, row) ? before : row
}

function holdsSame(before: FormValue, after: FormValue): boolean {
  const keys = Object.keys(after)
  return keys.length === Object.keys(before).length && keys.every((key) => Object.is(before[key], after[key]) && key in before)
}
