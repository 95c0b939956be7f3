import { rowIdOf, rowsAt } from '#kernel/evaluate/rows.ts'
import type { FieldState } from '#kernel/evaluate/access/states.ts'
import type { Form } from '#kernel/form.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { type CellName, isUntouched, nameOfCell } from './cell.ts'
import { fewestRows } from '../first-rows.ts'
import type { Problem } from './problems.ts'

/** The part of the form store with the rows. */
interface RowStore {
  readonly form: Form
  readonly entered: FormValue
  state(cell: CellName): FieldState
  setRows(key: string, change: (rows: readonly FormValue[]) => readonly FormValue[]): void
}

/**
 * Untouched rows, as `items:r1`: they have no problems and are not filed. As many are kept as the table needs for its minimum.
 */
function blankRows({ form, entered, state }: Pick<RowStore, 'form' | 'entered' | 'state'>): ReadonlySet<string> {
  const tables = Object.entries(form.fields).filter(([, { kind }]) => kind === 'table')
  return new Set(tables.flatMap(([key, field]) => {
    const rows = rowsAt(entered, key)
    const blank = rows.filter(isUntouched)
    const lacking = state({ key }).required ? Math.max(0, fewestRows(field) - (rows.length - blank.length)) : 0
    return blank.slice(lacking).map((row) => nameOfCell({ key, rowId: rowIdOf(row) ?? '' }))
  }))
}

/** Returns whether a cell is in an untouched row. */
export function isInBlankRow(entered: FormValue, { key, rowId }: CellName): boolean {
  const row = rowId === undefined ? undefined : rowsAt(entered, key).find((each) => rowIdOf(each) === rowId)
  return row !== undefined && isUntouched(row)
}

/** Removes untouched rows: all, or the one with this name. */
export function dropBlankRows(store: RowStore, only?: string): void {
  const names = [...blankRows(store)].filter((name) => only === undefined || name === only)
  for (const key of new Set(names.map((name) => name.slice(0, name.indexOf(':'))))) {
    store.setRows(key, (rows) => rows.filter((row) => !names.includes(nameOfCell({ key, rowId: rowIdOf(row) ?? '' }))))
  }
}

/** The problems outside of untouched rows. */
export function outsideBlankRows(store: RowStore, problems: readonly Problem[]): readonly Problem[] {
  const blank = blankRows(store)
  if (blank.size === 0) return problems
  return problems.filter(({ name }) => !blank.has(name.split(':', 2).join(':')))
}
