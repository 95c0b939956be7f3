import { type RefObject, useCallback, useEffect, useState, useSyncExternalStore } from 'react'

let isPrinting = false
let isWatching = false

/** Follows the printing of the page from the first use on: a module may be loaded where there is no window. */
function watchPrinting(): void {
  if (isWatching) return
  isWatching = true
  globalThis.addEventListener('beforeprint', () => (isPrinting = true))
  globalThis.addEventListener('afterprint', () => (isPrinting = false))
}

/** Returns whether a media query holds now. Paper is narrower than the window: what is printed keeps the layout of the screen. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      watchPrinting()
      const media = matchMedia(query)
      const changed = () => {
        if (!isPrinting) listener()
      }
      media.addEventListener('change', changed)
      return () => media.removeEventListener('change', changed)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches)
}

/** Returns whether the viewport is narrower than 768 pixels; pages then use their phone layout. */
export const useIsMobile = (): boolean => useMedia('(max-width: 767px)')

/** The current width of an element in pixels; 0 before it is measured. */
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
