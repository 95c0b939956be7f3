import { useEffect, useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'

/** The look of a button of the bar beside the actions. */
export interface BarLook {
  /** Shown as an icon alone, where there is little room. */
  readonly isShort?: boolean
  /** Without a frame. */
  readonly isQuiet?: boolean
}

/**
 * Returns whether an element has room for everything in it: once it had not, not before it is as wide as that took.
 * @param content changes with what is in the element, which is measured anew then
 */
export function useFits(element: RefObject<HTMLElement | null>, content: string): boolean {
  const [measured, setMeasured] = useState({ content, room: 0, needed: 0 })
  useEffect(() => {
    const observed = element.current
    if (!observed) return
    const observer = new ResizeObserver(() => {
      const { scrollWidth, clientWidth: room } = observed
      const overflow = scrollWidth > room ? scrollWidth : 0
      // before it is painted
      flushSync(() => setMeasured((known) => ({ content, room, needed: Math.max(overflow, known.content === content ? known.needed : 0) })))
    })
    observer.observe(observed)
    return () => observer.disconnect()
  }, [element, content])
  return measured.content !== content || measured.room >= measured.needed
}
