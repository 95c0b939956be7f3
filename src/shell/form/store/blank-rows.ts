import { rowIdOf, rowsAt } from '#kernel/evaluate/rows.ts'
import { type FieldState, type Visibility, visibility } from '#kernel/evaluate/access/states.ts'
import type { Form } from '#kernel/form.ts'
import { type FormValue, newRowId } from '#kernel/values/value.ts'
import { withDefaults } from '#kernel/evaluate/filling/defaults.ts'
import type { FormFacts } from '#kernel/facts.ts'
import type { FieldDefinition } from '#kernel/fields.ts'
import { type CellName, isUntouched, nameOfCell } from './cell.ts'
import type { Problem } from './problems.ts'

/** Initial empty rows for the tables that require rows. */
export function firstRows(form: Form, entered: FormValue, facts: FormFacts): FormValue {
  let states: Visibility | undefined
  const isRequired = (key: string) => (states ??= visibility(form, withDefaults(form, entered, facts), facts, 'start'))(key).required
  const tables = Object.entries(form.fields).map(([key, field]) => [key, firstRowsOf(field, () => isRequired(key))] as const)
  return Object.fromEntries(tables.filter(([, rows]) => rows.length > 0))
}

/** Initial empty rows of one table; none if its rows are filled in otherwise. */
export function firstRowsOf(field: FieldDefinition | undefined, isRequired: () => boolean): readonly FormValue[] {
  if (!field || !beginsEmpty(field) || (field.required !== true && !isRequired())) return []
  return Array.from({ length: fewestRows(field) }, () => ({ rowId: newRowId() }))
}

/** Minimum number of rows of a table that requires rows. */
const fewestRows = ({ min = 1 }: Pick<FieldDefinition, 'min'>): number => Math.max(1, min)

/** Whether a table starts with empty rows; not if it belongs to a later node, is filled in otherwise, or has a default. */
const beginsEmpty = ({ kind, required, system, readOnly, atNode, default: proposed }: FieldDefinition): boolean =>
  kind === 'table' && required !== undefined && proposed === undefined && atNode === undefined && !system && !readOnly

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
