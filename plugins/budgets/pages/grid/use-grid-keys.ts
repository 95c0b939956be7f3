import { useEffect, useRef, useState, type FocusEvent, type KeyboardEvent, type RefObject } from 'react'
import type { BudgetGridRow } from '../rows.ts'

/** Columns navigated by the arrow keys. */
const columns = ['name', 'year', 'available', ...Array.from({ length: 12 }, (_, index) => String(index + 1))]

export interface CellPosition {
  readonly row: string
  readonly column: string
}

interface GridKeys {
  readonly table: RefObject<HTMLTableElement | null>
  readonly rows: readonly BudgetGridRow[]
  /** Scrolls to a row that is not rendered. */
  reveal(index: number): void
  /** Performs an action on a line. */
  act(name: 'edit' | 'history', row: string): void
}

const steps: Readonly<Record<string, readonly [number, number]>> = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1],
  ArrowRight: [0, 1], PageUp: [-10, 0], PageDown: [10, 0] }

const actions: Readonly<Record<string, 'edit' | 'history'>> = { e: 'edit', h: 'history' }

/** Keyboard navigation with a roving tab stop: arrows, Home and End move, E edits the line and H opens its history. */
export function useGridKeys({ table, rows, reveal, act }: GridKeys) {
  const walked = rows.filter((row) => row.kind === 'group' || row.kind === 'line')
  const first = walked[0]
  const [place, setPlace] = useState<CellPosition>()
  const current = place && walked.some(({ key }) => key === place.row)
    ? place
    : first && { row: first.key, column: first.kind === 'group' ? 'name' : 'year' }
  const isWalking = useRef(false)

  useEffect(() => {
    if (!isWalking.current || !place) return
    const cell = cellAt(table.current, place)
    if (!cell) return
    isWalking.current = false
    cell.focus()
  })

  const go = (next: CellPosition) => {
    isWalking.current = true
    reveal(rows.findIndex(({ key }) => key === next.row))
    setPlace(next)
  }
  const press = (event: KeyboardEvent<HTMLTableElement>) => {
    if (!current || isTyping(event)) return
    const key = event.key.toLowerCase()
    const row = walked.findIndex((each) => each.key === current.row)
    const action = actions[key]
    if (action && walked[row]?.kind === 'line') {
      // otherwise the letter would be typed into the field that opens
      event.preventDefault()
      return act(action, current.row)
    }
    const next = nextPlace(event.key, { row, column: columns.indexOf(current.column) }, walked)
    if (!next) return
    event.preventDefault()
    go(next)
  }
  /** Synchronizes the current cell with the focus, e.g. after a click. */
  const follow = ({ target }: FocusEvent<HTMLTableElement>) => {
    const column = target.dataset['column']
    const row = target.closest<HTMLElement>('[data-row]')?.dataset['row']
    if (column !== undefined && row !== undefined && (row !== current?.row || column !== current.column)) setPlace({ row, column })
  }
  return { current, press, follow }
}

/** The rendered cell at a position; null if not rendered. */
export const cellAt = (table: HTMLElement | null, { row, column }: CellPosition): HTMLElement | null =>
  table?.querySelector<HTMLElement>(`[data-row="${CSS.escape(row)}"] [data-column="${column}"]`) ?? null

function nextPlace(key: string, { row, column }: { row: number; column: number }, walked: readonly BudgetGridRow[]):
  | CellPosition
  | undefined {
  const step = steps[key]
  const destination = step
    ? { row: row + step[0], column: column + step[1] }
    : key === 'Home'
    ? { row, column: 0 }
    : key === 'End'
    ? { row, column: columns.length - 1 }
    : undefined
  if (!destination) return undefined
  const target = walked[Math.min(Math.max(destination.row, 0), walked.length - 1)]
  if (!target) return undefined
  const least = target.kind === 'group' ? 0 : 1
  return { row: target.key, column: columns[Math.min(Math.max(destination.column, least), columns.length - 1)] ?? 'year' }
}

const isTyping = ({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  ctrlKey || metaKey || altKey || (target instanceof Element && target.closest('input, textarea') !== null)
