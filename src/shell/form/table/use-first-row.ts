import { useEffect } from 'react'
import { rowsAt } from '#kernel/evaluate/rows.ts'
import type { FieldDefinition } from '#kernel/fields.ts'
import { useStore } from '../store/use-store.ts'

/**
 * Adds the first row of a table that has to have rows in some cases, as soon as it is asked for: a table that always has to
 * have them begins with one. Somebody who has taken the row away is not given another.
 */
export function useFirstRow(table: string, { required, min = 0 }: FieldDefinition, isVisible: boolean): void {
  const store = useStore()
  const isConditional = typeof required === 'string' && min > 0
  useEffect(() => {
    if (!isVisible || !isConditional || store.at !== 'start' || !store.editable(table)) return
    if (store.entered[table] === undefined && rowsAt(store.value, table).length === 0) store.addRow(table)
  }, [store, table, isVisible, isConditional])
}
