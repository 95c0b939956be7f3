import { createContext, type ReactNode, type RefObject, useContext, useEffect, useState } from 'react'

/** Distance from the screen at which controls are drawn, px: a page of scrolling. */
const margin = 800

/** The canvas scrolls within the page, which `rootMargin` alone does not count. */
const nearby: IntersectionObserverInit & { readonly scrollMargin: string } = { rootMargin: `${margin}px`, scrollMargin: `${margin}px` }

/** Calls a function once when the element comes near the screen; returns a function that ends this. */
type Watch = (target: Element, comesNear: () => void) => () => void

const WatchContext = createContext<Watch | undefined>(undefined)

/** Watches elements with one observer; undefined where the browser cannot tell. */
function createWatch(): Watch | undefined {
  if (typeof IntersectionObserver === 'undefined') return undefined
  const waiting = new WeakMap<Element, () => void>()
  const observer = new IntersectionObserver((entries, own) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue
      waiting.get(target)?.()
      own.unobserve(target)
    }
  }, nearby)
  return (target, comesNear) => {
    waiting.set(target, comesNear)
    observer.observe(target)
    return () => observer.unobserve(target)
  }
}

/** Lets elements among its children know when they come near the screen. */
export function NearScreen({ children }: { children: ReactNode }) {
  const [watch] = useState(createWatch)
  return <WatchContext value={watch}>{children}</WatchContext>
}

/** Returns whether an element has been near the screen; true at once where nobody can tell. */
export function useHasBeenNear(element: RefObject<Element | null>): boolean {
  const watch = useContext(WatchContext)
  const [isNear, setIsNear] = useState(watch === undefined)
  useEffect(() => {
    const target = element.current
    if (isNear || !target) return
    return watch?.(target, () => setIsNear(true))
  }, [element, isNear, watch])
  return isNear
}
