import { useCallback, useEffect, useRef } from 'react'
import type { FormStore } from '../store/form-store.ts'

/**
 * Milliseconds after the last change until it is kept on this computer, and until it is saved; the longest that a change waits for the
 * latter.
 */
const times = { here: 400, pause: 2_000, longest: 5_000 } as const

interface Autosave {
  /** Keeps what stands in the form on this computer. */
  keepHere(): unknown
  /** Saves it; absent while that has to wait for an answer of the person. */
  readonly save: (() => Promise<unknown>) | undefined
}

/**
 * Keeps every change of a form on this computer almost at once and saves it a little later; what is left when the window closes is kept
 * too.
 */
export function useAutosave(store: FormStore, { keepHere, save }: Autosave): { end(): void } {
  const state = useRef({ kept: store.changes, saved: store.changes, first: 0, isOver: false })
  const latest = useRef({ keepHere, save })
  useEffect(() => {
    latest.current = { keepHere, save }
  })

  useEffect(() => {
    const { current } = state
    const timers: { here?: ReturnType<typeof setTimeout>; save?: ReturnType<typeof setTimeout> } = {}
    const keep = () => {
      if (current.isOver || store.changes === current.kept) return
      current.kept = store.changes
      latest.current.keepHere()
    }
    const saveNow = () => {
      if (current.isOver || store.changes === current.saved || !latest.current.save) return
      current.saved = current.kept = store.changes
      current.first = 0
      void latest.current.save()
    }
    const unsubscribe = store.onEntry(() => {
      if (current.isOver || store.changes === current.saved) return
      current.first ||= Date.now()
      clearTimeout(timers.here)
      clearTimeout(timers.save)
      timers.here = setTimeout(keep, times.here)
      timers.save = setTimeout(saveNow, Math.max(0, Math.min(times.pause, current.first + times.longest - Date.now())))
    })
    addEventListener('pagehide', keep)
    return () => {
      clearTimeout(timers.here)
      clearTimeout(timers.save)
      keep()
      removeEventListener('pagehide', keep)
      unsubscribe()
    }
  }, [store])

  const end = useCallback(() => {
    state.current.isOver = true
  }, [])
  return { end }
}
