import { rowIdOf } from '#kernel/evaluate/rows.ts'
import { newRowId } from '#kernel/values/row-id.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { isUntouched } from '#shell/form/store/cell.ts'
import type { FormStore } from '#shell/form/store/form-store.ts'

/**
 * Writes rows into a table: over those from index `from` on, or appended after non-blank ones; other columns of overwritten rows are kept.
 */
export function placeRows(store: Pick<FormStore, 'setRows'>, table: string, values: readonly FormValue[], from?: number): void {
  store.setRows(table, (rows) => {
    const held = from === undefined ? rows.filter((row) => !isUntouched(row)) : rows
    const at = from ?? held.length
    const placed = values.map((value, index) => ({ ...held[at + index], ...value, rowId: rowIdOf(held[at + index] ?? {}) ?? newRowId() }))
    return [...held.slice(0, at), ...placed, ...held.slice(at + values.length)]
  })
}
