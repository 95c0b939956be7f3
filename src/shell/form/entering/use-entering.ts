import { useCallback } from 'react'
import { kindOf } from '#kernel/kinds/registry.ts'
import { isRow } from '#kernel/evaluate/rows.ts'
import type { FieldDefinition } from '#kernel/fields.ts'
import { bilingual } from '#kernel/wording/names.ts'
import { useConfirm } from '../../dialogs/dialogs-context.tsx'
import { firstRowsOf } from '../first-rows.ts'
import { type CellName, isUntouched } from '../store/cell.ts'
import type { FormStore } from '../store/form-store.ts'
import { useStore } from '../store/use-store.ts'
import { useFormText } from '../text.ts'

/** Returns a setter for a cell. If the change clears other non-empty fields, the user is asked first. */
export function useEntering(field: FieldDefinition, cell: CellName): (entered: unknown) => void {
  const store = useStore()
  const confirm = useConfirm()
  const { t, label, any } = useFormText()
  return useCallback(
    (entered: unknown) => {
      const { clears = none } = field
      const lost = entered === store.read(cell) ? none : clears.filter((key) => holdsSomething(store, key))
      const enter = () => {
        store.set(cell, entered)
        if (clears.length === 0) return
        store.empty(clears)
        // restores the initial rows, as in a new form
        for (const key of clears) {
          const rows = firstRowsOf(store.form.fields[key], () => store.stateAt(key).required)
          if (rows.length > 0) store.setRows(key, () => rows)
        }
      }
      if (lost.length === 0) return enter()
      const fields = lost.map((key) => label(store.form.fields[key] ?? { cn: key, en: key })).join(any('list.comma'))
      void confirm({
        title: t('clearTitle', { label: bilingual(field) }),
        content: t('clearText', { fields }),
        okText: t('clearGo'),
        cancelText: t('confirmBack'),
        autoFocusButton: 'cancel',
        onOk: enter,
      })
    },
    [store, field, cell, confirm, t, label, any],
  )
}

/** Returns whether a field has input; untouched rows do not count. */
function holdsSomething({ form, entered }: FormStore, key: string): boolean {
  const field = form.fields[key]
  const held = entered[key]
  if (!field || kindOf(field).empty(held)) return false
  return !Array.isArray(held) || field.columns === undefined || held.some((row: unknown) => isRow(row) && !isUntouched(row))
}

const none: readonly string[] = []
