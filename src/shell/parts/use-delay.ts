import { startTransition, useEffect, useState } from 'react'

/** Debounce interval in ms. */
const pause = 300

/** The value, debounced. */
export function useDebounced<Value>(text: Value, milliseconds = pause): Value {
  const [debounced, setDebounced] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), milliseconds)
    return () => clearTimeout(timer)
  }, [text, milliseconds])
  return debounced
}

/** False until the more urgent content has been painted; the rest is then rendered in a transition. */
export function useLater(isPainted: boolean): boolean {
  const [isHere, setIsHere] = useState(false)
  useEffect(() => {
    if (!isPainted) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const frame = requestAnimationFrame(() => (timer = setTimeout(() => startTransition(() => setIsHere(true)))))
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [isPainted])
  return isHere
}
