import type { KeyboardEvent } from 'react'

interface RowKeys {
  add(): void
  move(rowId: string, step: 1 | -1): void
  /** Whether rows may be added. */
  readonly isOpen: boolean
}

const controls = 'input:not([type=hidden]):not(:disabled), textarea:not(:disabled), [contenteditable=true], [role=switch]'

/** ⌥↑ ⌥↓ move the row, ⌥N adds one, Tab after the last cell of the last row too. */
export function rowKeys({ add, move, isOpen }: RowKeys) {
  return (event: KeyboardEvent<HTMLElement>) => {
    if (!isOpen || event.nativeEvent.isComposing) return
    const row = (event.target as Element).closest<HTMLElement>('[data-row]')
    if (event.altKey) return moveOrAdd(event, row, { add, move })
    if (event.key === 'Tab' && !event.shiftKey && row && isLastControl(event.currentTarget, event.target as Element)) {
      event.preventDefault()
      add()
    }
  }
}

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

/** Whether nothing that can be filled in follows inside the table. */
function isLastControl(table: Element, target: Element): boolean {
  const all = [...table.querySelectorAll(controls)]
  return all.length > 0 && all.at(-1) === target
}

/** Puts the focus into the first control of a row. */
export function focusRow(table: Element | null, rowId: string): void {
  table?.querySelector<HTMLElement>(`[data-row="${CSS.escape(rowId)}"]`)?.querySelector<HTMLElement>(controls)?.focus()
}
