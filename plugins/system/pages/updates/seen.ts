import { useSyncExternalStore } from 'react'

const remembered = 'oa.updatesSeen'
const listeners = new Set<() => void>()

/** When the newest entry was published that this person has seen on this computer; empty before the first visit. */
export const useSeen = (): string => useSyncExternalStore(subscribe, () => localStorage.getItem(remembered) ?? '')

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
