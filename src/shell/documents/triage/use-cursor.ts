import { useState } from 'react'

export interface Cursor {
  /** The row that keys act on; -1 for none. */
  readonly index: number
  move(step: 1 | -1): void
  /** Goes to a row; without one no row is current. */
  to(id: string | undefined): void
}

const none = { id: undefined, index: -1 } as const

/**
 * The row that keys act on. It stays with its row while the list is read anew; when the row has left, it is on the row that
 * has come to its place.
 */
export function useCursor(ids: readonly string[]): Cursor {
  const [kept, setKept] = useState<{ readonly id: string | undefined; readonly index: number }>(none)
  const found = kept.id === undefined ? -1 : ids.indexOf(kept.id)
  const index = found >= 0 ? found : Math.min(kept.index, ids.length - 1)
  const at = (next: number) => setKept({ id: ids[next], index: next })
  // the row of the cursor is remembered, so that its place is known when it leaves
  if (ids.length > 0 && index >= 0 && (kept.id !== ids[index] || kept.index !== index)) at(index)
  return {
    index,
    move: (step) => ids.length > 0 && at(Math.max(0, Math.min(index + step, ids.length - 1))),
    to: (id) => setKept(id === undefined ? none : { id, index: ids.indexOf(id) }),
  }
}
