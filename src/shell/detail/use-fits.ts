import { useLayoutEffect, useState, type RefObject } from 'react'
import { useWidth } from '../list/use-width.ts'

/** The look of a button of the bar beside the actions. */
export interface BarLook {
  /** Said by its sign alone, where there is little room. */
  readonly isShort?: boolean
  /** Without a frame. */
  readonly isQuiet?: boolean
}

/**
 * Returns whether an element has room for everything in it: once it had not, not before it is as wide as that took.
 * @param content changes with what is in the element, which is measured anew then
 */
export function useFits(element: RefObject<HTMLElement | null>, content: string): boolean {
  const [needed, setNeeded] = useState({ content, width: 0 })
  const width = useWidth(element)
  useLayoutEffect(() => {
    const { scrollWidth = 0, clientWidth = 0 } = element.current ?? {}
    if (scrollWidth > clientWidth) setNeeded((known) => (known.content === content && known.width >= scrollWidth ? known : { content, width: scrollWidth }))
  }, [element, width, content])
  return needed.content !== content || width >= needed.width
}
