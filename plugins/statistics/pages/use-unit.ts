import { useState } from 'react'
import type { Unit } from '../figures.ts'

const remembered = 'oa.statistics.unit'

/** The unit in which amounts are shown, kept on this computer. */
export function useUnit(): readonly [Unit, (unit: Unit) => void] {
  const [unit, setUnit] = useState<Unit>(() => (localStorage.getItem(remembered) === 'tenThousand' ? 'tenThousand' : 'one'))
  return [unit, (next) => {
    setUnit(next)
    localStorage.setItem(remembered, next)
  }]
}
