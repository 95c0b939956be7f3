import { useEffect, useState, type RefObject } from 'react'

/** Rows beyond this many are drawn only where they can be seen. */
const manyRows = 50
/** Pixels of a row that is closed. */
const rowHeight = 41
/** Rows drawn above and below what can be seen. */
const margin = 12

export interface Window {
  readonly from: number
  readonly to: number
  /** Pixels of the rows above and below. */
  readonly above: number
  readonly below: number
}

/** The rows of a long table that are drawn, following the scrolling of the page around it. */
export function useWindow(body: RefObject<HTMLElement | null>, count: number): Window {
  const isLong = count > manyRows
  const [from, setFrom] = useState(0)
  const [visible, setVisible] = useState(30)

  useEffect(() => {
    const element = body.current
    const scroller = element && scrollerOf(element.closest<HTMLElement>('.oa-rowtable-frame') ?? element)
    if (!isLong || !element || !scroller) return
    const follow = () => {
      const hidden = scroller.getBoundingClientRect().top - element.getBoundingClientRect().top
      setFrom(Math.max(0, Math.floor(hidden / rowHeight) - margin))
      setVisible(Math.ceil(scroller.clientHeight / rowHeight) + 2 * margin)
    }
    follow()
    scroller.addEventListener('scroll', follow, { passive: true })
    return () => scroller.removeEventListener('scroll', follow)
  }, [body, isLong])

  if (!isLong) return { from: 0, to: count, above: 0, below: 0 }
  const start = Math.min(from, Math.max(0, count - visible))
  const to = Math.min(count, start + visible)
  return { from: start, to, above: start * rowHeight, below: (count - to) * rowHeight }
}

/** The element that scrolls the whole table; its own frame only scrolls sideways. */
function scrollerOf(element: HTMLElement): HTMLElement | undefined {
  for (let parent = element.parentElement; parent; parent = parent.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(parent).overflowY)) return parent
  }
  return undefined
}
