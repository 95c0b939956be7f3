import { useEffect, useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'

/** Appearance of a button in the bar. */
export interface BarLook {
  /** Icon only, for lack of room. */
  readonly isShort?: boolean
  /** Without border. */
  readonly isQuiet?: boolean
}

/**
 * Returns whether the content of an element fits. With hysteresis: after an overflow, it fits again only at the width that was needed.
 * @param content key of the content; a change resets the measurement
 */
export function useFits(element: RefObject<HTMLElement | null>, content: string): boolean {
  const [measured, setMeasured] = useState({ content, room: 0, needed: 0 })
  useEffect(() => {
    const observed = element.current
    if (!observed) return
    const observer = new ResizeObserver(() => {
      const { scrollWidth, clientWidth: room } = observed
      const overflow = scrollWidth > room ? scrollWidth : 0
      // synchronously, before the next paint
      flushSync(() => setMeasured((known) => ({ content, room, needed: Math.max(overflow, known.content === content ? known.needed : 0) })))
    })
    observer.observe(observed)
    return () => observer.disconnect()
  }, [element, content])
  return measured.content !== content || measured.room >= measured.needed
}
