import { useEffect, useRef } from 'react'
import { useTab } from '../tabs/tabs-context.ts'

interface FormKeys {
  onSubmit(): void
  /** Absent where there is no draft. */
  onSave: (() => void) | undefined
}

/** ⌘↵ submits, ⌘S saves the draft; both also while typing, never in a hidden tab or under a dialog. */
export function useFormKeys(keys: FormKeys): void {
  const { isActive } = useTab()
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    if (!isActive) return
    const press = (event: KeyboardEvent) => {
      if (!(event.metaKey || event.ctrlKey) || event.isComposing || document.querySelector('.ant-modal-wrap:not([style*="display: none"])')) return
      const act = event.key === 'Enter' ? latest.current.onSubmit : event.key === 's' ? latest.current.onSave : undefined
      if (!act) return
      event.preventDefault()
      act()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [isActive])
}
