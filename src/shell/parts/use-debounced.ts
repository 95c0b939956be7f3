import { useEffect, useState } from 'react'

/** Milliseconds between the last key and the search. */
const pause = 300

/** A text once nothing was typed for a moment. */
export function useDebounced(text: string, milliseconds = pause): string {
  const [debounced, setDebounced] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), milliseconds)
    return () => clearTimeout(timer)
  }, [text, milliseconds])
  return debounced
}
