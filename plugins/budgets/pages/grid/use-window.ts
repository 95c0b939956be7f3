import { useEffect, useMemo, useState, type RefObject } from 'react'

/** Fewer rows than this are all drawn. */
const few = 80
/** Pixels drawn beyond what can be seen, above and below. */
const margin = 420

export interface RowWindow {
  readonly from: number
  readonly to: number
  /** Pixels of the rows above and below that are not drawn. */
  readonly above: number
  readonly below: number
  /** Pixels from the first row to the top of a row. */
  topOf(index: number): number
}

/** The rows of a long grid that are drawn, following what scrolls it. `heights`: pixels of each row. */
export function useRowWindow(scroller: RefObject<HTMLElement | null>, heights: readonly number[]): RowWindow {
  const tops = useMemo(() => topsOf(heights), [heights])
  const [seen, setSeen] = useState({ top: 0, height: 900 })
  useEffect(() => {
    const element = scroller.current
    if (!element) return
    const follow = () =>
      setSeen((before) => {
        const next = { top: Math.floor(element.scrollTop / 100) * 100, height: element.clientHeight }
        return next.top === before.top && next.height === before.height ? before : next
      })
    follow()
    element.addEventListener('scroll', follow, { passive: true })
    const observer = new ResizeObserver(follow)
    observer.observe(element)
    return () => {
      element.removeEventListener('scroll', follow)
      observer.disconnect()
    }
  }, [scroller])

  const total = tops.at(-1) ?? 0
  const topOf = (index: number) => tops[index] ?? total
  if (heights.length < few) return { from: 0, to: heights.length, above: 0, below: 0, topOf }
  const from = Math.max(0, firstAfter(tops, seen.top - margin) - 1)
  const to = Math.min(heights.length, firstAfter(tops, seen.top + seen.height + margin))
  return { from, to, above: topOf(from), below: total - topOf(to), topOf }
}

function topsOf(heights: readonly number[]): number[] {
  const tops = [0]
  for (const height of heights) tops.push((tops.at(-1) ?? 0) + height)
  return tops
}

/** Index of the first row that begins below a place. */
function firstAfter(tops: readonly number[], place: number): number {
  let low = 0
  let high = tops.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((tops[middle] ?? 0) > place) high = middle
    else low = middle + 1
  }
  return low
}
