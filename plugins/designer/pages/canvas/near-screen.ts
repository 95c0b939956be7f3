import { type RefObject, useEffect, useState } from 'react'

/** Distance from the screen at which controls are drawn, px: a page of scrolling. */
const margin = 800

/** The canvas scrolls within the page, which `rootMargin` alone does not count. */
const nearby: IntersectionObserverInit & { readonly scrollMargin: string } = { rootMargin: `${margin}px`, scrollMargin: `${margin}px` }

/** Called once when an element comes near the screen. */
const waiting = new WeakMap<Element, () => void>()

let observer: IntersectionObserver | undefined

/** One observer for all elements; undefined where the browser has none. */
function sharedObserver(): IntersectionObserver | undefined {
  if (typeof IntersectionObserver === 'undefined') return undefined
  return observer ??= new IntersectionObserver((entries, own) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue
      waiting.get(target)?.()
      own.unobserve(target)
    }
  }, nearby)
}

/** Returns whether an element has been near the screen; true at once where the browser cannot tell. */
export function useHasBeenNear(element: RefObject<Element | null>): boolean {
  const [isNear, setIsNear] = useState(() => sharedObserver() === undefined)
  useEffect(() => {
    const target = element.current
    if (isNear || !target) return
    const shared = sharedObserver()
    waiting.set(target, () => setIsNear(true))
    shared?.observe(target)
    return () => shared?.unobserve(target)
  }, [element, isNear])
  return isNear
}
