import type { KeyboardEvent } from 'react'

interface RowKeys {
  add(): void
  move(rowId: string, step: 1 | -1): void
  /** True where rows may be added. */
  readonly isOpen: boolean
  /** The last row, when something was entered in it; Tab adds no row after a blank one. */
  last(): string | undefined
}

const inputs = 'input:not([type=hidden]):not([type=file]):not(:disabled), textarea:not(:disabled), [contenteditable=true], [role=switch]'
const stops = `${inputs}, button:not(:disabled), a[href], [tabindex="0"]`

/** ⌥↑ ⌥↓ move the row, ⌥N adds one, Tab on the last stop of the last row too. */
export function rowKeys({ add, move, isOpen, last }: RowKeys) {
  return (event: KeyboardEvent<HTMLElement>) => {
    if (!isOpen || event.nativeEvent.isComposing) return
    const row = (event.target as Element).closest<HTMLElement>('[data-row]')
    if (event.altKey) return moveOrAdd(event, row, { add, move })
    if (row && isTab(event) && row.dataset['row'] === last() && isLastStop(event.currentTarget, event.target as Element)) {
      event.preventDefault()
      add()
    }
  }
}

const isTab = ({ key, shiftKey }: KeyboardEvent): boolean => key === 'Tab' && !shiftKey

function moveOrAdd(event: KeyboardEvent, row: HTMLElement | null, { add, move }: Pick<RowKeys, 'add' | 'move'>) {
  const step = steps[event.key]
  if (step !== undefined && row?.dataset['row']) {
    event.preventDefault()
    move(row.dataset['row'], step)
  } else if (event.code === 'KeyN') {
    event.preventDefault()
    add()
  }
}

const steps: Readonly<Record<string, 1 | -1>> = { ArrowUp: -1, ArrowDown: 1 }

/** Returns whether Tab would leave the rows from here. The buttons of one choice are one stop. */
function isLastStop(table: Element, target: Element): boolean {
  const last = [...table.querySelectorAll<HTMLElement>('[data-row]')].at(-1)
  const stop = last && [...last.querySelectorAll<HTMLInputElement>(stops)].findLast(({ tabIndex }) => tabIndex >= 0)
  return stop === target || (stop?.type === 'radio' && target instanceof HTMLInputElement && target.name === stop.name)
}

/** Puts the focus into the first control of a row. */
export function focusRow(table: Element | null, rowId: string): void {
  table?.querySelector<HTMLElement>(`[data-row="${CSS.escape(rowId)}"]`)?.querySelector<HTMLElement>(inputs)?.focus()
}

/** Puts the focus, before a row is removed, onto the same button of the next row, of the one before, or onto the button that adds one. */
export function focusNeighbour(table: Element | null, rowId: string): void {
  const buttons = [...(table?.querySelectorAll<HTMLElement>('[data-removes]') ?? [])]
  const at = buttons.findIndex((button) => button.dataset['removes'] === rowId)
  const next = buttons[at + 1] ?? buttons[at - 1] ?? table?.parentElement?.querySelector<HTMLElement>('[data-adds]')
  next?.focus()
}
