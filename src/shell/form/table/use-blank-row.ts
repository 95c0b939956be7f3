import { useEffect, useMemo } from 'react'
import { dropBlankRows } from '../store/blank-rows.ts'
import { nameOfCell } from '../store/cell.ts'
import type { FormStore } from '../store/form-store.ts'
import { useStore } from '../store/use-store.ts'

/**
 * Takes a row away when the focus leaves it and nothing was entered in it. Popups of its inputs count as inside: React's
 * events of the focus come through them. It goes once the key or the pointer is released, so that what is clicked does not move away under
 * it.
 */
export function useBlankRow(table: string, rowId: string) {
  const store = useStore()
  const row = useMemo(() => watchFocus(store, table, rowId), [store, table, rowId])
  useEffect(() => {
    return row.stay
  }, [row])
  return row
}

function watchFocus(store: FormStore, table: string, rowId: string) {
  let timer: ReturnType<typeof setTimeout> | undefined
  const drop = () => {
    const isInside = document.activeElement?.closest(`[data-row="${CSS.escape(rowId)}"]`)
    if (!isInside && !store.uploads.isUnderWay()) dropBlankRows(store, nameOfCell({ key: table, rowId }))
  }
  const stay = () => {
    clearTimeout(timer)
    removeEventListener('keyup', released, true)
    removeEventListener('pointerup', released, true)
  }
  const released = () => {
    stay()
    timer = setTimeout(drop)
  }
  const leave = () => {
    addEventListener('keyup', released, true)
    addEventListener('pointerup', released, true)
  }
  return { stay, leave }
}
