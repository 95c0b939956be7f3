import { useEffect, useRef, useSyncExternalStore } from 'react'

const isMac = /Mac|iPhone|iPad/.test(globalThis.navigator?.userAgent ?? '')

/** The key that is held for commands, as this computer's keyboard names it. */
export const commandKey = isMac ? '⌘' : 'Ctrl'

/** The key that is held for what is done to rows. */
export const optionKey = isMac ? '⌥' : 'Alt'

type Bindings = Readonly<Record<string, () => void>>

/**
 * Single keys, outside of inputs and dialogs, never while an input method composes. `g t` is one key after the other,
 * `mod a` is held with Ctrl, or with ⌘ on a Mac; what shows a key when it is held with Shift is its own (`X`).
 * @param isLeft returns whether the page has been left while it is still drawn: its keys are no longer its own (`usePageLeft`)
 */
export function useKeys(bindings: Bindings, isLeft: () => boolean = () => false): void {
  const latest = useRef({ bindings, isLeft })
  const lead = useRef('')
  useEffect(() => {
    latest.current = { bindings, isLeft }
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { current } = latest
      if (!isMeant(event) || current.isLeft()) return
      const key = event.ctrlKey || event.metaKey ? `mod ${event.key}` : event.key
      const act = current.bindings[`${lead.current} ${key}`.trim()] ?? current.bindings[key]
      lead.current = key === 'g' ? 'g' : ''
      if (!act) return
      event.preventDefault()
      act()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
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

function isFree(event: KeyboardEvent): boolean {
  const { target, isComposing, altKey, key } = event
  if (isComposing || altKey || isSwitchedOff(event)) return false
  if (!(target instanceof Element)) return true
  const own = ownKeys[key]
  return (own === undefined || target.closest(own) === null) && target.closest(taken) === null
}
