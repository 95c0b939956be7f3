import { useState } from 'react'
import type { AmountUnit, FigureView } from './figures.ts'

const remembered = 'oa.budgets.view'

interface GridView {
  readonly view: FigureView
  readonly unit: AmountUnit
}

const first: GridView = { view: 'actual', unit: 'one' }

/** The figures that the grid shows and their unit, kept on this computer. */
export function useView() {
  const [shown, setShown] = useState(read)
  const change = (part: Partial<GridView>) => {
    const next = { ...shown, ...part }
    setShown(next)
    localStorage.setItem(remembered, JSON.stringify(next))
  }
  return { ...shown, change }
}

function read(): GridView {
  try {
    return { ...first, ...JSON.parse(localStorage.getItem(remembered) ?? '{}') }
  } catch {
    return first
  }
}
