import { useSyncExternalStore } from 'react'

/** Returns whether this computer has a network; without one nothing can be done to a document. */
export const useOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine)

function subscribe(listener: () => void): () => void {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}
