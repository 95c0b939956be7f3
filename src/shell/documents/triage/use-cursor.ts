import { useState } from 'react'

export interface Cursor {
  /** Index of the current row for keyboard actions; -1 for none. */
  readonly index: number
  move(step: 1 | -1): void
  /** Makes a row current; undefined for none. */
  to(id: string | undefined): void
}

const none = { id: undefined, index: -1 } as const

/**
 * The current row for keyboard actions. It follows its row when the list is reloaded; if the row has left, the row at the same index
 * becomes current.
 */
export function useCursor(ids: readonly string[]): Cursor {
  const [kept, setKept] = useState<{ readonly id: string | undefined; readonly index: number }>(none)
  const found = kept.id === undefined ? -1 : ids.indexOf(kept.id)
  const index = found >= 0 ? found : Math.min(kept.index, ids.length - 1)
  const at = (next: number) => setKept({ id: ids[next], index: next })
  // store id and index, so that the index is known when the row leaves
  if (ids.length > 0 && index >= 0 && (kept.id !== ids[index] || kept.index !== index)) at(index)
  return {
    index,
    move: (step) => ids.length > 0 && at(Math.max(0, Math.min(index + step, ids.length - 1))),
    to: (id) => setKept(id === undefined ? none : { id, index: ids.indexOf(id) }),
  }
}
