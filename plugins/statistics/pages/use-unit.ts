import { useState } from 'react'
import type { AmountUnit } from '../figures.ts'

const remembered = 'oa.statistics.unit'

/** The unit in which amounts are shown, kept on this computer. */
export function useUnit(): readonly [AmountUnit, (unit: AmountUnit) => void] {
  const [unit, setUnit] = useState<AmountUnit>(() => (localStorage.getItem(remembered) === 'tenThousand' ? 'tenThousand' : 'one'))
  return [unit, (next) => {
    setUnit(next)
    localStorage.setItem(remembered, next)
  }]
}
