import { rowIdOf, rowsAt } from '#kernel/evaluate/rows.ts'
import { isUntouched, nameOfCell } from './cell.ts'
import type { FormStore } from './form-store.ts'
import type { Problem } from './problems.ts'

/**
 * Rows that were added and in which nothing was entered, as `items:r1`: they are not missed, and they are not filed.
 * The first row of a table that has to have rows stays when all of them are blank.
 */
function blankRows({ form, entered, state }: Pick<FormStore, 'form' | 'entered' | 'state'>): ReadonlySet<string> {
  const tables = Object.entries(form.fields).flatMap(([key, { kind }]) => (kind === 'table' ? [key] : []))
  return new Set(tables.flatMap((key) => {
    const rows = rowsAt(entered, key)
    const blank = rows.filter(isUntouched)
    const kept = blank.length === rows.length && state({ key }).required ? blank.slice(1) : blank
    return kept.map((row) => nameOfCell({ key, rowId: rowIdOf(row) ?? '' }))
  }))
}

/** Takes blank rows away: all of them, or the one with this name. */
export function dropBlankRows(store: FormStore, only?: string): void {
  const names = [...blankRows(store)].filter((name) => only === undefined || name === only)
  for (const key of new Set(names.map((name) => name.slice(0, name.indexOf(':'))))) {
    store.setRows(key, (rows) => rows.filter((row) => !names.includes(nameOfCell({ key, rowId: rowIdOf(row) ?? '' }))))
  }
}

/** Problems that do not lie in a blank row. */
export function outsideBlankRows(store: FormStore, problems: readonly Problem[]): readonly Problem[] {
  const blank = blankRows(store)
  if (blank.size === 0) return problems
  return problems.filter(({ name }) => !blank.has(name.split(':', 2).join(':')))
}
