import { useCallback, useEffect, useRef } from 'react'

/**
 * Keeps the characters that are typed from when a search opens until its field has the focus: its chunk may still be on
 * its way. Escape closes it before it is there.
 * @returns takes what was typed; the field calls it when it gets the focus, and types for itself from then on
 */
export function useTypedAhead(isOpen: boolean, onClose: () => void): () => string {
  const typed = useRef('')
  const stop = useRef<() => void>(undefined)
  const close = useRef(onClose)
  useEffect(() => {
    close.current = onClose
  })
  useEffect(() => {
    if (!isOpen) return
    const press = (event: KeyboardEvent) => {
      if (!isTyped(event)) return
      event.preventDefault()
      event.stopImmediatePropagation()
      if (event.repeat) return
      if (event.key === 'Escape') close.current()
      else typed.current = event.key === 'Backspace' ? typed.current.slice(0, -1) : typed.current + event.key
    }
    addEventListener('keydown', press, true)
    stop.current = () => removeEventListener('keydown', press, true)
    return () => {
      stop.current?.()
      typed.current = ''
    }
  }, [isOpen])
  return useCallback(() => {
    stop.current?.()
    const text = typed.current
    typed.current = ''
    return text
  }, [])
}

const isTyped = ({ key, ctrlKey, metaKey, altKey, isComposing }: KeyboardEvent): boolean =>
  !ctrlKey && !metaKey && !altKey && !isComposing && (key.length === 1 || key === 'Backspace' || key === 'Escape')
