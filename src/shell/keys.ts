import { type RefObject, useEffect, useRef, useSyncExternalStore } from 'react'

const isMac = /Mac|iPhone|iPad/.test(globalThis.navigator?.userAgent ?? '')

/** The label of the command key on this platform. */
export const commandKey = isMac ? '⌘' : 'Ctrl'

/** The label of the option key on this platform, used for actions on rows. */
export const optionKey = isMac ? '⌥' : 'Alt'

type Act = () => void
type Bindings = Readonly<Record<string, Act>>

/** A part of the page with shortcuts. */
type Listening = RefObject<{ readonly bindings: Bindings; readonly isLeft: () => boolean; lead: string }>

/** Parts with shortcuts, oldest first; the first one that binds a key handles it. */
const parts = new Set<Listening>()

/** Time in ms within which an unbound letter counts as the beginning of a typed word. */
const wordPause = 700

let wordAt = Number.NEGATIVE_INFINITY

const decisions = new WeakSet<Act>()

/**
 * Marks a shortcut as starting a decision: it is ignored while the user is typing a word, e.g. when the dialog that they expected did not
 * open.
 */
export function asDecision(act: Act): Act {
  decisions.add(act)
  return act
}

/**
 * Registers shortcuts, active outside of inputs and dialogs and not during IME composition. `g t` is a sequence, `mod a` is with Ctrl or ⌘;
 * a shifted key is written as its character (`X`).
 * @param isLeft returns whether the page was left while it is still rendered, so that its shortcuts are off (`usePageLeft`)
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

/** The action of the first part that binds the key. */
function actOf(key: string): Act | undefined {
  const here = [...parts].map(({ current }) => current).filter(({ isLeft }) => !isLeft())
  const acts = here.map(({ bindings, lead }) => bindings[`${lead} ${key}`.trim()] ?? bindings[key])
  for (const part of here) part.lead = key === 'g' ? 'g' : ''
  return acts.find((act) => act !== undefined)
}

const remembered = 'oa.keys'
const listeners = new Set<() => void>()

const areLettersOn = () => localStorage.getItem(remembered) !== 'off'

/** Whether single-character shortcuts are enabled in this browser; Enter, Escape and key combinations always are. */
export const useLetterKeys = (): boolean => useSyncExternalStore(subscribe, areLettersOn)

/** Enables or disables single-character shortcuts in this browser. */
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

/** Keys that a focused control handles itself. */
const ownKeys: Readonly<Record<string, string>> = { Enter: 'a, button, [role=tab]', ' ': 'button, input, [role=tab]' }

/** Whether an open menu handles the key (Escape), wherever the focus is. */
const isForMenu = ({ key }: KeyboardEvent): boolean =>
  key === 'Escape' && document.querySelector('.ant-dropdown:not(.ant-dropdown-hidden)') !== null

/** Returns whether a key press is available for shortcuts. */
export const isMeant = (event: KeyboardEvent): boolean => !event.defaultPrevented && !isForMenu(event) && isFree(event)

/** Whether a modal dialog is open, which disables the shortcuts of the page. */
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

/**
 * Lets Tab leave the open list of a select of several choices, which would toggle the active choice instead and keep the focus.
 * @returns ends it
 */
export function leaveOpenLists(): () => void {
  const press = (event: KeyboardEvent) => {
    const { key, target } = event
    if (key !== 'Tab' || !(target instanceof HTMLElement) || target.getAttribute('aria-expanded') !== 'true') return
    if (target.closest('.ant-select-multiple')) event.stopImmediatePropagation()
  }
  addEventListener('keydown', press, true)
  return () => removeEventListener('keydown', press, true)
}
