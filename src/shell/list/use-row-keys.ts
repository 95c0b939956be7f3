import { useState } from 'react'
import { useKeys } from '../keys.ts'

/** J and K walk through the rows, Enter opens the current one, Escape lets go of it. */
export function useRowKeys(count: number, open: (index: number) => void) {
  const [current, setCurrent] = useState(-1)
  useKeys({
    j: () => setCurrent((row) => Math.min(row + 1, count - 1)),
    k: () => setCurrent((row) => Math.max(row - 1, 0)),
    Escape: () => setCurrent(-1),
    ...(current >= 0 && { Enter: () => open(current) }),
  })
  return { current }
}
