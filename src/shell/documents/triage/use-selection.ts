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
