import { useLayoutEffect, useRef, type ComponentProps, type RefObject } from 'react'
import { createPortal } from 'react-dom'
import { placeBeside, type Anchor, type FloatingSide } from './place.ts'
import './floating.css'

interface FloatingProps extends ComponentProps<'div'> {
  readonly anchor: Anchor
  readonly side: FloatingSide
}

/** A portal positioned next to its anchor. */
export function Floating({ anchor, side, ref, ...rest }: FloatingProps) {
  const own = useRef<HTMLDivElement>(null)
  const box = (ref as RefObject<HTMLDivElement | null> | undefined) ?? own
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const { left, top } = placeBeside(anchor, { width: element.offsetWidth, height: element.offsetHeight }, side, { width: innerWidth,
      height: innerHeight })
    Object.assign(element.style, { left: `${left}px`, top: `${top}px` })
  })
  return createPortal(<div {...rest} ref={box} />, document.body)
}
