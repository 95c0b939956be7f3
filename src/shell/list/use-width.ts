import { useEffect, useState, type RefObject } from 'react'

/** Width of an element, pixels, following its changes; 0 before it is known. */
export function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  useEffect(() => {
    const observed = element.current
    if (!observed) return
    const observer = new ResizeObserver(([entry]) => entry && setWidth(Math.floor(entry.contentRect.width)))
    observer.observe(observed)
    return () => observer.disconnect()
  }, [element])
  return width
}
