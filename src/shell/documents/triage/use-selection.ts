import { useState } from 'react'

export interface RowSelection {
  readonly ids: ReadonlySet<string>
  toggle(id: string): void
  /** Selects the range from the row toggled last to this one. */
  reach(id: string): void
  /** Selects all rows; deselects them if all are selected. */
  toggleAll(): void
  clear(): void
  /** Selects exactly these rows. */
  only(ids: Iterable<string>): void
}

/**
 * Selected rows, by id. Rows that leave the list are deselected.
 * @param ids selectable rows of the list, in order
 */
export function useSelection(ids: readonly string[]): RowSelection {
  const [kept, setKept] = useState<ReadonlySet<string>>(new Set())
  const [last, setLast] = useState<string>()
  const selected = new Set(ids.filter((id) => kept.has(id)))
  const set = (next: Iterable<string>) => setKept(new Set(next))
  return {
    ids: selected,
    toggle(id) {
      if (!ids.includes(id)) return
      setLast(id)
      set(selected.has(id) ? [...selected].filter((each) => each !== id) : [...selected, id])
    },
    reach(id) {
      const [from, to] = [ids.indexOf(last ?? id), ids.indexOf(id)].toSorted((one, other) => one - other)
      if (from === undefined || to === undefined || to < 0) return
      set([...selected, ...ids.slice(Math.max(0, from), to + 1)])
      setLast(id)
    },
    toggleAll: () => set(selected.size === ids.length ? [] : ids),
    clear: () => set([]),
    only: set,
  }
}

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
