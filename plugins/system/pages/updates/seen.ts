import { useSyncExternalStore } from 'react'

const remembered = 'oa.updatesSeen'
const listeners = new Set<() => void>()

/**
 * When the newest entry was published that this person has seen on this computer; nothing before the first visit, to which no entry is
 * news.
 */
export const useSeen = (): string | null => useSyncExternalStore(subscribe, () => localStorage.getItem(remembered))

/** Returns whether an entry was published after what was seen. */
export const isNews = (publishTime: string | null, seen: string | null): boolean => seen !== null && (publishTime ?? '') > seen

/** Remembers that everything up to a time of publication was seen. */
export function markSeen(publishTime: string): void {
  if (publishTime <= (localStorage.getItem(remembered) ?? '')) return
  localStorage.setItem(remembered, publishTime)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
