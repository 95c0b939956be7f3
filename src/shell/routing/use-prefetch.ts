import { useEffect } from 'react'
import { whenIdle } from './idle.ts'
import { savesData } from './saves-data.ts'

/** Loads parts of a page that nothing shows yet once it is at rest; for those who save data, they come as they are opened. */
export function usePrefetch(load: () => Promise<unknown>): void {
  // a part that did not come is asked for again as it is opened
  useEffect(() => {
    if (savesData()) return
    return whenIdle(() => void load().catch(() => undefined))
  }, [load])
}
