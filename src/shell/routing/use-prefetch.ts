import { useEffect } from 'react'

/** Returns whether the browser's data saver is on. */
export const savesData = (): boolean =>
  (navigator as { readonly connection?: { readonly saveData?: boolean } }).connection?.saveData === true

/** Loads parts of a page in idle time before they are opened; not if the data saver is on. */
export function usePrefetch(load: () => Promise<unknown>): void {
  // opening the part retries a failed load
  useEffect(() => {
    if (savesData()) return
    return whenIdle(() => void load().catch(() => undefined))
  }, [load])
}

/** Runs a task when the browser is idle. Returns the function that cancels it. */
export function whenIdle(work: () => void): () => void {
  // Safari has no requestIdleCallback
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(work, 200)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(work)
  return () => cancelIdleCallback(handle)
}
