import { useSyncExternalStore } from 'react'

/** Returns whether the product runs as an installed application in its own window. */
export const isInstalled = (): boolean => matchMedia('(display-mode: standalone)').matches

/** Timeout of the check in ms. */
const timeout = 4_000

/** Returns whether the server answers; `navigator.onLine` alone may be wrong. */
export async function reaches(): Promise<boolean> {
  if (!navigator.onLine) return false
  try {
    await fetch('/public/health', { cache: 'no-store', signal: AbortSignal.timeout(timeout) })
    return true
  } catch {
    return false
  }
}

/** Returns whether to start offline; only the installed application, which has stored data, checks the server. */
export const isCutOff = async (): Promise<boolean> => !navigator.onLine || (isInstalled() && !(await reaches()))

/** Returns whether the browser is online; documents cannot be changed offline. */
export const useOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine)

function subscribe(listener: () => void): () => void {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}
