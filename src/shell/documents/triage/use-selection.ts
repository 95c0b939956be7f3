import { useState } from 'react'

export interface RowSelection {
  readonly ids: ReadonlySet<string>
  toggle(id: string): void
  /** Selects from the row that was toggled last up to this one. */
  reach(id: string): void
  /** All that may be, or none when they all are. */
  toggleAll(): void
  clear(): void
}

/**
 * Rows that are selected, by id. What has left the list is not selected any more, and what may not be selected never is.
 * @param ids rows of the list that may be selected, in their order
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
  }
}
