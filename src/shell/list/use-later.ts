import { startTransition, useEffect, useState } from 'react'

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
