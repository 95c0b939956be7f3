import { useCallback, useSyncExternalStore } from 'react'
import type { MenuEntry, MenuGroup } from './menu-tree.ts'

const remembered = 'oa.menu.favourites'

/** At most this many pages stand above the directories of the menu. */
const most = 6

const listeners = new Set<() => void>()

/** The paths of the pages that the person starred on this computer, first starred first, and how to star one or take its star away. */
export function useMenuFavourites() {
  const stored = useSyncExternalStore(subscribe, () => localStorage.getItem(remembered) ?? '')
  const toggle = useCallback((path: string) => {
    const before = pathsIn(localStorage.getItem(remembered) ?? '')
    const next = before.includes(path) ? before.filter((each) => each !== path) : [...before, path].slice(-most)
    localStorage.setItem(remembered, JSON.stringify(next))
    for (const listener of listeners) listener()
  }, [])
  return { starred: pathsIn(stored), toggle }
}

/** The pages of a menu at the starred paths, in the order of the stars. */
export function starredEntries(groups: readonly MenuGroup[], starred: readonly string[]): readonly MenuEntry[] {
  const byPath = new Map(groups.flatMap(({ entries }) => entries).map((entry) => [entry.path, entry]))
  return starred.flatMap((path) => byPath.get(path) ?? [])
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}

function pathsIn(stored: string): readonly string[] {
  try {
    const kept: unknown = JSON.parse(stored || '[]')
    return Array.isArray(kept) ? kept.filter((entry) => typeof entry === 'string') : []
  } catch {
    return []
  }
}
