import { useEffect, useRef } from 'react'
import { useTab } from '../../tabs/tabs-context.ts'

interface FormKeys {
  onSubmit(): void
  /** Absent where there is no draft. */
  onSave: (() => void) | undefined
}

/** ⌘↵ submits, ⌘S saves the draft, ⌥N adds a row to the first table; also while typing, never in a hidden tab or under a dialog. */
export function useFormKeys(keys: FormKeys): void {
  const { isActive } = useTab()
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    if (!isActive) return
    // before a choice that has the focus opens with the same key
    const submit = (event: KeyboardEvent) => {
      if (!isSubmit(event) || isTaken(event)) return
      event.preventDefault()
      event.stopPropagation()
      latest.current.onSubmit()
    }
    const press = (event: KeyboardEvent) => {
      const act = event.defaultPrevented || isTaken(event) ? undefined : actOf(event, latest.current)
      if (!act) return
      event.preventDefault()
      act()
    }
    addEventListener('keydown', submit, true)
    addEventListener('keydown', press)
    return () => {
      removeEventListener('keydown', submit, true)
      removeEventListener('keydown', press)
    }
  }, [isActive])
}

const isSubmit = ({ metaKey, ctrlKey, key }: KeyboardEvent): boolean => key === 'Enter' && (metaKey || ctrlKey)

/** An input method composes, or a dialog has the keys. */
function isTaken({ isComposing, target }: KeyboardEvent): boolean {
  if (isComposing || (target instanceof Element && target.closest('[role=dialog]') !== null)) return true
  return document.querySelector('.ant-modal-wrap:not([style*="display: none"])') !== null
}

function actOf({ metaKey, ctrlKey, altKey, key, code }: KeyboardEvent, { onSave }: FormKeys): (() => void) | undefined {
  if (altKey && code === 'KeyN') return addRow
  return key === 's' && (metaKey || ctrlKey) ? onSave : undefined
}

/** Within a table its own keys come first. */
function addRow() {
  document.querySelector<HTMLElement>('.oa-editor:not([inert] *) [data-adds]')?.click()
}
