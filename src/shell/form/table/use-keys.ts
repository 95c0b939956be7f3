import type { KeyboardEvent } from 'react'

interface RowKeys {
  add(): void
  move(rowId: string, step: 1 | -1): void
  /** Rows may be added. */
  readonly isOpen: boolean
  /** Id of the last row; undefined if it is untouched, so that Tab does not add another one. */
  last(): string | undefined
}

const inputs = 'input:not([type=hidden]):not([type=file]):not(:disabled), textarea:not(:disabled), [contenteditable=true], [role=switch]'
const stops = `${inputs}, button:not(:disabled), a[href], [tabindex="0"]`

/** Shortcuts: ⌥↑ ⌥↓ move a row, ⌥N adds one, and so does Tab at the end of the last row. */
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

/** Returns whether an element is the last tab stop of the rows; a radio group is one stop. */
function isLastStop(table: Element, target: Element): boolean {
  const last = [...table.querySelectorAll<HTMLElement>('[data-row]')].at(-1)
  const stop = last && [...last.querySelectorAll<HTMLInputElement>(stops)].findLast(({ tabIndex }) => tabIndex >= 0)
  return stop === target || (stop?.type === 'radio' && target instanceof HTMLInputElement && target.name === stop.name)
}

/** Focuses the first control of a row. */
export function focusRow(table: Element | null, rowId: string): void {
  table?.querySelector<HTMLElement>(`[data-row="${CSS.escape(rowId)}"]`)?.querySelector<HTMLElement>(inputs)?.focus()
}

/** Before a row is removed: focuses the remove button of the next or previous row, or the button that adds one. */
export function focusNeighbour(table: Element | null, rowId: string): void {
  const buttons = [...(table?.querySelectorAll<HTMLElement>('[data-removes]') ?? [])]
  const at = buttons.findIndex((button) => button.dataset['removes'] === rowId)
  const next = buttons[at + 1] ?? buttons[at - 1] ?? table?.parentElement?.querySelector<HTMLElement>('[data-adds]')
  next?.focus()
}
