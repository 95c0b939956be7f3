import { useEffect } from 'react'
import { whenIdle } from './idle.ts'
import { savesData } from './saves-data.ts'

/** Loads parts of a page in idle time before they are opened; not if the data saver is on. */
export function usePrefetch(load: () => Promise<unknown>): void {
  // opening the part retries a failed load
  useEffect(() => {
    if (savesData()) return
    return whenIdle(() => void load().catch(() => undefined))
  }, [load])
}
