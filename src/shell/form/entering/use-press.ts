import { useEffect } from 'react'
import type { FormStore } from '../store/form-store.ts'

/** Lets a press end where it began: problems that come when a field is left by it are shown after it, since they move what is below. */
export function usePress(store: FormStore): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const press = () => {
      clearTimeout(timer)
      store.press()
    }
    // the click follows the release
    const release = () => {
      timer = setTimeout(store.release)
    }
    addEventListener('pointerdown', press, true)
    for (const end of ends) addEventListener(end, release, true)
    return () => {
      clearTimeout(timer)
      removeEventListener('pointerdown', press, true)
      for (const end of ends) removeEventListener(end, release, true)
    }
  }, [store])
}

const ends = ['pointerup', 'pointercancel'] as const
