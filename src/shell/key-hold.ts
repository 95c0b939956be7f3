import { useCallback, useEffect, useRef } from 'react'
import { useBackend } from './backend.ts'
import { useText } from './text.tsx'

/** Something that was pressed: a character to type, or a key that the field acts on. */
type Held = { readonly text: string } | { readonly init: KeyboardEventInit }

interface Hold {
  readonly held: readonly Held[]
  /** The part in which the keys are typed once it has opened, where no field takes the focus. */
  readonly root: Element | undefined
  readonly timer: ReturnType<typeof setTimeout>
  onCancel(): void
}

/** A dialog that has not come after this long does not come, milliseconds. */
const timeout = 30_000

const textEntry =
  'textarea, input:not([readonly], [type=radio], [type=checkbox], [type=button], [type=submit], [type=file], [type=range], [type=number], [type=email])'

/** Keys that a field acts on: they are pressed again in it. */
const actingKeys = new Set(['Enter', 'ArrowUp', 'ArrowDown'])

let hold: Hold | undefined

/** Keys that were pressed again in their field. */
const replayed = new WeakSet<Event>()

/**
 * Holds every key from now until what was asked for has the focus: none of them is a command, and what was typed is typed
 * into its first text field. Escape gives up waiting.
 * @param onCancel closes what was asked for; called for Escape, and before `onLost`
 * @param onLost called when nothing has opened after 30 s
 * @returns ends this hold; what was typed is dropped
 */
function holdKeys(onCancel: () => void, onLost: () => void): () => void {
  endHold()
  const mine: Hold = { held: [], root: undefined, onCancel, timer: setTimeout(() => {
    endHold()
    onCancel()
    onLost()
  }, timeout) }
  hold = mine
  const { timer } = mine
  addEventListener('keydown', keep, true)
  addEventListener('focusin', settleSoon, true)
  return () => hold?.timer === timer && endHold()
}

/**
 * Tells that what was asked for has opened and has the focus, also where that is no text field: what was typed goes into
 * its first text field, if it has one.
 */
export function openedByKeys(root: Element | null): void {
  if (!hold || !root) return
  hold = { ...hold, root }
  settleSoon()
}

/** Ends the hold: what was asked for does not open, or opens without a field. What was typed is dropped. */
export function endHold(): void {
  clearTimeout(hold?.timer)
  hold = undefined
  removeEventListener('keydown', keep, true)
  removeEventListener('focusin', settleSoon, true)
}

/** Takes the key from everything else. */
function keep(event: KeyboardEvent): void {
  if (replayed.has(event)) return
  const { key, ctrlKey, metaKey } = event
  event.stopImmediatePropagation()
  // the browser keeps its own commands, but not the focus of its address bar or its dialog for saving
  if (((ctrlKey || metaKey) && key.length === 1 && key !== 'k' && key !== 's') || /^F\d+$/.test(key)) return
  event.preventDefault()
  holdAlso(event)
}

/** Holds a key that was pressed before, e.g. while the page was loading; without a hold it is dropped. */
export function holdAlso(event: KeyboardEvent): void {
  const { key, altKey, repeat } = event
  if (!hold || repeat || altKey) return
  if (key === 'Escape') cancel(hold)
  else if (key === 'Backspace') removeLast()
  else add(heldOf(event))
}

function heldOf({ key, ctrlKey, metaKey }: KeyboardEvent): Held | undefined {
  if (actingKeys.has(key)) return { init: { key, ctrlKey, metaKey, bubbles: true, cancelable: true } }
  return key.length === 1 && !ctrlKey && !metaKey ? { text: key } : undefined
}

function cancel({ onCancel }: Hold): void {
  endHold()
  onCancel()
}

function add(item: Held | undefined): void {
  if (hold && item) hold = { ...hold, held: [...hold.held, item] }
}

function removeLast(): void {
  if (hold && 'text' in (hold.held.at(-1) ?? {})) hold = { ...hold, held: hold.held.slice(0, -1) }
}

/** After the drawing that gave the focus is over: what is typed during it would be overwritten. */
const settleSoon = () => void setTimeout(settle)

function settle(): void {
  const { activeElement } = document
  const field = hold && activeElement && fieldFor(activeElement, hold.root)
  if (field) replay(field)
}

/** Answers where the keys go: nowhere while a dialog with a text field has the focus in its frame. */
function fieldFor(active: Element, root: Element | undefined): Element | undefined {
  if (active.matches(textEntry)) return active
  if (root) return root.querySelector(textEntry) ?? root
  return active.closest('[role=dialog]')?.querySelector(textEntry) === null ? active : undefined
}

/** One after the other, so that each finds what the one before has changed; keys pressed meanwhile follow them. */
function replay(field: Element): void {
  if (!hold || hold.held.length === 0 || !field.isConnected) return endHold()
  const { held } = hold
  const end = held.findIndex((item) => !('text' in item))
  const typed = end < 0 ? held : held.slice(0, end)
  const [first] = held
  hold = { ...hold, held: held.slice(Math.max(1, typed.length)) }
  if (first && 'init' in first) press(field, first.init)
  else type(field, typed.map((item) => ('text' in item ? item.text : '')).join(''))
  setTimeout(() => replay(field))
}

function press(field: Element, init: KeyboardEventInit): void {
  const event = new KeyboardEvent('keydown', init)
  replayed.add(event)
  const isFree = field.dispatchEvent(event)
  if (isFree && init.key === 'Enter' && init.ctrlKey !== true && init.metaKey !== true && field instanceof HTMLTextAreaElement)
    type(field, '\n')
}

/** Types at the caret, as the browser would; the field's component is notified. */
function type(field: Element, text: string): void {
  if (!(field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement)) return
  const { maxLength, value, selectionStart, selectionEnd } = field
  const [start, end] = [selectionStart ?? value.length, selectionEnd ?? value.length]
  const room = maxLength < 0 ? text.length : Math.max(0, maxLength - value.length)
  const typed = text.slice(0, room)
  // past React, which watches the value of the element: it is to find a change
  Reflect.set(Object.getPrototypeOf(field) as object, 'value', value.slice(0, start) + typed + value.slice(end), field)
  field.setSelectionRange(start + typed.length, start + typed.length)
  field.dispatchEvent(new InputEvent('input', { bubbles: true, data: typed, inputType: 'insertText' }))
}

/**
 * Returns what holds the keys while a dialog opens ({@link holdKeys}); it is called as the dialog is asked for, and without
 * `onCancel` as it closes. The hold ends with this part of the page, and says so when the dialog has not come.
 */
export function useKeyHold(): (onCancel?: () => void) => void {
  const { reactions } = useBackend()
  const { t } = useText()
  const end = useRef<() => unknown>(undefined)
  useEffect(() => () => void end.current?.(), [])
  return useCallback((onCancel) => {
    if (!onCancel) return void end.current?.()
    end.current = holdKeys(onCancel, () => reactions.notify({ kind: 'refused', text: t('shell.notOpened') }))
  }, [reactions, t])
}
