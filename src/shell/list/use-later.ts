import { startTransition, useEffect, useState } from 'react'

/** False until something more urgent is painted; what waits is then drawn in pieces that anything else may interrupt. */
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
