import { useSyncExternalStore } from 'react'

const remembered = 'oa.updatesSeen'
const listeners = new Set<() => void>()

/** Publication time of the newest entry seen in this browser; null before the first visit, when no entry counts as new. */
export const useSeen = (): string | null => useSyncExternalStore(subscribe, () => localStorage.getItem(remembered))

/** Returns whether an entry was published after the last seen one. */
export const isNews = (publishTime: string | null, seen: string | null): boolean => seen !== null && (publishTime ?? '') > seen

/** Marks all entries up to a publication time as seen. */
export function markSeen(publishTime: string): void {
  if (publishTime <= (localStorage.getItem(remembered) ?? '')) return
  localStorage.setItem(remembered, publishTime)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
