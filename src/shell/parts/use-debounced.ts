import { useEffect, useState } from 'react'

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
