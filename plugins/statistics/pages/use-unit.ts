import { useState } from 'react'
import type { AmountUnit } from '../figures.ts'

const remembered = 'oa.statistics.unit'

/** Display unit of amounts, stored in local storage. */
export function useUnit(): readonly [AmountUnit, (unit: AmountUnit) => void] {
  const [unit, setUnit] = useState<AmountUnit>(() => (localStorage.getItem(remembered) === 'tenThousand' ? 'tenThousand' : 'one'))
  return [unit, (next) => {
    setUnit(next)
    localStorage.setItem(remembered, next)
  }]
}
