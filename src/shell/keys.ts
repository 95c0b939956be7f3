import { useEffect, useRef } from 'react'

type Bindings = Readonly<Record<string, () => void>>

/**
 * Single keys, outside of inputs and dialogs, never while an input method composes. `g t` is one key after the other.
 */
export function useKeys(bindings: Bindings): void {
  const latest = useRef(bindings)
  const lead = useRef('')
  useEffect(() => {
    latest.current = bindings
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!isFree(event)) return
      const act = latest.current[`${lead.current} ${event.key}`.trim()] ?? latest.current[event.key]
      lead.current = event.key === 'g' ? 'g' : ''
      if (!act) return
      event.preventDefault()
      act()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}

const taken = 'input, textarea, select, [contenteditable=true], [role=dialog], [role=menu], [role=listbox], .ant-select'

function isFree({ target, isComposing, ctrlKey, metaKey, altKey, key }: KeyboardEvent): boolean {
  if (isComposing || ctrlKey || metaKey || altKey) return false
  if (!(target instanceof Element)) return true
  const onControl = key === 'Enter' && target.closest('a, button, [role=tab]') !== null
  return !onControl && target.closest(taken) === null
}
