import { type RefObject, useLayoutEffect } from 'react'

/**
 * Scrolls a grid of months to the current one (`th.is-now`) at the start if it is out of view, so that no column is half covered by the
 * sticky first one.
 */
export function useMonthInView(scroller: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = scroller.current
    const now = element?.querySelector('th.is-now')
    if (!element || !now) return
    const { left: edge, right: end, width } = element.getBoundingClientRect()
    if (now.getBoundingClientRect().right <= end) return
    const [first, ...columns] = [...element.querySelectorAll('thead th')].map((head) => head.getBoundingClientRect())
    const starts = columns.map(({ left }) => left - edge - (first?.width ?? 0))
    const scrollLeft = Math.min(now.getBoundingClientRect().left - edge - width / 2, element.scrollWidth - element.clientWidth)
    element.scrollTo({ left: starts.findLast((start) => start <= scrollLeft) ?? 0, behavior: 'instant' })
  }, [scroller])
}
