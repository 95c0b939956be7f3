import { type RefObject, useEffect, useRef, useSyncExternalStore } from 'react'

const isMac = /Mac|iPhone|iPad/.test(globalThis.navigator?.userAgent ?? '')

/** The key that is held for commands, as this computer's keyboard names it. */
export const commandKey = isMac ? '⌘' : 'Ctrl'

/** The key that is held for what is done to rows. */
export const optionKey = isMac ? '⌥' : 'Alt'

type Act = () => void
type Bindings = Readonly<Record<string, Act>>

/** One part of the page that listens for keys. */
type Listening = RefObject<{ readonly bindings: Bindings; readonly isLeft: () => boolean; lead: string }>

/** Parts of the page that listen, the oldest first: the first that binds a key has it. */
const parts = new Set<Listening>()

/** A letter that nothing was bound to begins a word when the next follows within this time, milliseconds. */
const wordPause = 700

let wordAt = Number.NEGATIVE_INFINITY

const decisions = new WeakSet<Act>()

/**
 * Marks what a letter starts as the beginning of a decision: it does not start within a word that somebody is typing, e.g. where
 * the dialog that they asked for is not offered.
 */
export function asDecision(act: Act): Act {
  decisions.add(act)
  return act
}

/**
 * Single keys, outside of inputs and dialogs, never while an input method composes. `g t` is one key after the other,
 * `mod a` is held with Ctrl, or with ⌘ on a Mac; what shows a key when it is held with Shift is its own (`X`).
 * @param isLeft returns whether the page has been left while it is still drawn: its keys are no longer its own (`usePageLeft`)
 */
export function useKeys(bindings: Bindings, isLeft: () => boolean = () => false): void {
  const latest = useRef({ bindings, isLeft, lead: '' })
  useEffect(() => {
    latest.current = { ...latest.current, bindings, isLeft }
  })
  useEffect(() => {
    if (parts.size === 0) addEventListener('keydown', press)
    parts.add(latest)
    return () => {
      parts.delete(latest)
      if (parts.size === 0) removeEventListener('keydown', press)
    }
  }, [])
}

function press(event: KeyboardEvent): void {
  if (!isMeant(event)) return
  const key = pressedKey(event)
  const act = actOf(key)
  if (act && !(decisions.has(act) && Math.abs(event.timeStamp - wordAt) < wordPause)) {
    event.preventDefault()
    act()
  } else if (key.length === 1 && key !== 'g') wordAt = event.timeStamp
}

const pressedKey = ({ key, ctrlKey, metaKey }: KeyboardEvent) => (ctrlKey || metaKey ? `mod ${key}` : key)

/** Returns the act of the first part that binds the key. */
function actOf(key: string): Act | undefined {
  const here = [...parts].map(({ current }) => current).filter(({ isLeft }) => !isLeft())
  const acts = here.map(({ bindings, lead }) => bindings[`${lead} ${key}`.trim()] ?? bindings[key])
  for (const part of here) part.lead = key === 'g' ? 'g' : ''
  return acts.find((act) => act !== undefined)
}

const remembered = 'oa.keys'
const listeners = new Set<() => void>()

const areLettersOn = () => localStorage.getItem(remembered) !== 'off'

/** Returns whether single letters and signs do something on this computer; Enter, Esc and held keys always do. */
export const useLetterKeys = (): boolean => useSyncExternalStore(subscribe, areLettersOn)

/** Switches the keys that are single letters and signs on or off on this computer. */
export function switchLetterKeys(isOn: boolean): void {
  if (isOn) localStorage.removeItem(remembered)
  else localStorage.setItem(remembered, 'off')
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const isSwitchedOff = ({ key, ctrlKey, metaKey }: KeyboardEvent) =>
  key.length === 1 && key !== ' ' && !ctrlKey && !metaKey && !areLettersOn()

const taken =
  'input:not([type=checkbox]), textarea, select, [contenteditable=true], [role=dialog], [role=menu], [role=listbox], .ant-select'

/** Keys by which a focused control works itself. */
const ownKeys: Readonly<Record<string, string>> = { Enter: 'a, button, [role=tab]', ' ': 'button, input, [role=tab]' }

/** A menu that is open takes Escape for itself, wherever the focus is. */
const isForMenu = ({ key }: KeyboardEvent): boolean =>
  key === 'Escape' && document.querySelector('.ant-dropdown:not(.ant-dropdown-hidden)') !== null

/** Returns whether nothing else has the key. */
export const isMeant = (event: KeyboardEvent): boolean => !event.defaultPrevented && !isForMenu(event) && isFree(event)

/** A dialog is open before everything else, wherever the focus is: the keys of the page behind it rest. */
const hasDialog = () =>
  [...document.querySelectorAll('[aria-modal=true]:not([class*=-leave])')].some((dialog) => dialog.closest(closed) === null)

const closed = '[style*="display: none"], .ant-drawer-content-wrapper-hidden'

function isFree(event: KeyboardEvent): boolean {
  const { target, isComposing, altKey, key } = event
  if (isComposing || altKey || isSwitchedOff(event) || hasDialog()) return false
  if (!(target instanceof Element)) return true
  const own = ownKeys[key]
  return (own === undefined || target.closest(own) === null) && target.closest(taken) === null
}
