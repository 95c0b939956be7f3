import { useEffect, useRef } from 'react'
import { useTab } from '../tabs/tabs-context.ts'

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
    const press = (event: KeyboardEvent) => {
      if (event.isComposing || event.defaultPrevented || document.querySelector('.ant-modal-wrap:not([style*="display: none"])')) return
      const act = actOf(event, latest.current)
      if (!act) return
      event.preventDefault()
      act()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [isActive])
}

function actOf({ metaKey, ctrlKey, altKey, key, code }: KeyboardEvent, { onSubmit, onSave }: FormKeys): (() => void) | undefined {
  if (altKey && code === 'KeyN') return addRow
  if (!metaKey && !ctrlKey) return undefined
  return key === 'Enter' ? onSubmit : key === 's' ? onSave : undefined
}

/** Within a table its own keys come first. */
function addRow() {
  document.querySelector<HTMLElement>('.oa-editor:not([inert] *) [data-adds]')?.click()
}
