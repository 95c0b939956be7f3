import { useCallback, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { useBackend } from './backend.ts'
import { useText } from './text.tsx'
import { isMeant } from './keys.ts'

/** A held key press: a character to type, or a key event to replay. */
type Held = { readonly text: string } | { readonly init: KeyboardEventInit }

interface Hold {
  readonly held: readonly Held[]
  /** Element to replay the keys in once it has opened, if no field takes the focus. */
  readonly root: Element | undefined
  readonly timer: ReturnType<typeof setTimeout>
  onCancel(): void
}

/** Time in ms after which the hold is given up. */
const timeout = 30_000

const textEntry =
  'textarea, input:not([readonly], [type=radio], [type=checkbox], [type=button], [type=submit], [type=file], [type=range], [type=number], [type=email])'

/** Keys with an effect in a field, which are replayed as events. */
const actingKeys = new Set(['Enter', 'ArrowUp', 'ArrowDown'])

let hold: Hold | undefined

/** Replayed events. */
const replayed = new WeakSet<Event>()

/**
 * Holds all key presses until the requested dialog has the focus: they trigger no shortcuts, and typed text is replayed into the dialog's
 * first text field. Escape cancels.
 * @param onCancel cancels the dialog; called on Escape, and before `onLost`
 * @param onLost called when nothing has opened after 30 s
 * @returns ends this hold and drops the held keys
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
 * Signals that the requested element has opened and has the focus, even if that is not a text field; held text is replayed into its first
 * text field, if it has one.
 */
export function openedByKeys(root: Element | null): void {
  if (!hold || !root) return
  hold = { ...hold, root }
  settleSoon()
}

/** Ends the hold and drops the held keys, because the requested element does not open or has no field. */
export function endHold(): void {
  clearTimeout(hold?.timer)
  hold = undefined
  removeEventListener('keydown', keep, true)
  removeEventListener('focusin', settleSoon, true)
}

/** Captures a key press. */
function keep(event: KeyboardEvent): void {
  if (replayed.has(event)) return
  const { key, ctrlKey, metaKey } = event
  event.stopImmediatePropagation()
  // leave browser shortcuts to the browser, except those that would move the focus (⌘K) or open a dialog (⌘S)
  if (((ctrlKey || metaKey) && key.length === 1 && key !== 'k' && key !== 's') || /^F\d+$/.test(key)) return
  event.preventDefault()
  holdAlso(event)
}

/** Adds an earlier key press to the hold, e.g. one made while the page was loading; no-op without a hold. */
function holdAlso(event: KeyboardEvent): void {
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

/** Replays after the current render, which would overwrite typed text. */
const settleSoon = () => void setTimeout(settle)

function settle(): void {
  const { activeElement } = document
  const field = hold && activeElement && fieldFor(activeElement, hold.root)
  if (field) replay(field)
}

/** The element to replay in; undefined while the focus is on the frame of a dialog that has a text field. */
function fieldFor(active: Element, root: Element | undefined): Element | undefined {
  if (active.matches(textEntry)) return active
  if (root) return root.querySelector(textEntry) ?? root
  return active.closest('[role=dialog]')?.querySelector(textEntry) === null ? active : undefined
}

/** Replays one key at a time, so that each sees the effect of the previous one; keys pressed in between are appended. */
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

/** Inserts text at the caret like the browser, including the input event. */
function type(field: Element, text: string): void {
  if (!(field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement)) return
  const { maxLength, value, selectionStart, selectionEnd } = field
  const [start, end] = [selectionStart ?? value.length, selectionEnd ?? value.length]
  const room = maxLength < 0 ? text.length : Math.max(0, maxLength - value.length)
  const typed = text.slice(0, room)
  // via the prototype's setter, because React overrides the element's own and would not detect the change
  Reflect.set(Object.getPrototypeOf(field) as object, 'value', value.slice(0, start) + typed + value.slice(end), field)
  field.setSelectionRange(start + typed.length, start + typed.length)
  field.dispatchEvent(new InputEvent('input', { bubbles: true, data: typed, inputType: 'insertText' }))
}

/**
 * Returns a function that holds keys while a dialog opens ({@link holdKeys}): call it when the dialog is requested, and without `onCancel`
 * when it closes. The hold ends on unmount; a notice is shown if the dialog does not open.
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

/** An unhandled key press with its address, and the keys typed afterwards. */
interface EarlyKey {
  readonly key: string
  readonly typed: readonly KeyboardEvent[]
  readonly address: string
  readonly at: number
}

/** Lifetime of an early key in ms. */
const waits = 5_000

let early: EarlyKey | undefined

const addressNow = () => `${location.pathname}${location.search}`

/** Buffers a shortcut pressed before the page at the address is loaded, with the keys typed afterwards, which belong to its dialog. */
export function useEarlyKeys(): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const known = early
      early = undefined
      if (!isMeant(event)) return
      // after all other listeners
      setTimeout(() => {
        if (!event.defaultPrevented) early = following(known, event)
      })
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}

/** Appends a key press to the early key, or starts a new one. */
function following(known: EarlyKey | undefined, event: KeyboardEvent): EarlyKey | undefined {
  const address = addressNow()
  if (known?.address === address && Date.now() - known.at < waits) return { ...known, typed: [...known.typed, event] }
  const isLetter = event.key.length === 1 && !event.ctrlKey && !event.metaKey
  return isLetter ? { key: event.key, typed: [], address, at: Date.now() } : undefined
}

/**
 * Returns whether the address has changed while this page is still rendered: its shortcuts are then left to the next page (`useEarlyKey`).
 * @param part query parameter that identifies the page, e.g. a document's id; without it, the path does
 */
export function usePageLeft(part?: string): () => boolean {
  const { pathname, search } = useLocation()
  const routed = placeOf({ pathname, search }, part)
  const drawn = useRef({ routed, address: placeOf(location, part) })
  useEffect(() => {
    drawn.current = { routed, address: placeOf(location, part) }
  }, [routed, part])
  return useCallback(() => placeOf(location, part) !== drawn.current.address, [part])
}

const placeOf = ({ pathname, search }: Pick<Location, 'pathname' | 'search'>, part: string | undefined) =>
  part === undefined ? pathname : `${pathname} ${new URLSearchParams(search).get(part)}`

/** Runs a shortcut that was pressed while this part of the page was loading, and replays the keys typed afterwards. */
export function useEarlyKey(bindings: Readonly<Record<string, () => void>>): void {
  const first = useRef(bindings)
  useEffect(() => {
    const pressed = early
    early = undefined
    if (pressed?.address !== addressNow() || Date.now() - pressed.at >= waits) return
    first.current[pressed.key]?.()
    for (const event of pressed.typed) holdAlso(event)
  }, [])
}
