import { useRef, useState, type MouseEvent, type PointerEvent } from 'react'

/** Distance in pixels at which a touch becomes a movement, and time in ms after which it is a long press. */
const slack = 10
const longPress = 500

interface UseSwipeOptions {
  /** Whether the row can be swiped away; otherwise it moves a little and springs back. */
  readonly isFree?: boolean
  /** Released beyond half of the row's width. */
  onSwiped?(): void
  /** Swiped although the row is not free. */
  onHeld?(): void
  /** Long press on this row. */
  onPressed(row: HTMLElement): void
}

interface Touch {
  readonly x: number
  readonly y: number
  readonly row: HTMLElement
  readonly timer: ReturnType<typeof setTimeout>
  way?: 'across' | 'along' | 'pressed'
}

/** Horizontal swiping of a row by touch; vertical movements scroll the list, and mouse events are ignored. */
export function useSwipe({ isFree = false, onSwiped, onHeld, onPressed }: UseSwipeOptions) {
  const [moved, setMoved] = useState(0)
  const touch = useRef<Touch>(undefined)
  const end = () => {
    clearTimeout(touch.current?.timer)
    setMoved(0)
  }
  return {
    moved,
    handlers: {
      onPointerDown({ pointerType, clientX: x, clientY: y, currentTarget: row }: PointerEvent<HTMLElement>) {
        if (pointerType !== 'touch') return
        const timer = setTimeout(() => {
          if (!touch.current || touch.current.way) return
          touch.current.way = 'pressed'
          onPressed(row)
        }, longPress)
        touch.current = { x, y, row, timer }
      },
      onPointerMove({ clientX, clientY, pointerId }: PointerEvent<HTMLElement>) {
        const at = touch.current
        if (!at) return
        const [across, along] = [clientX - at.x, clientY - at.y]
        if (!at.way && Math.max(Math.abs(across), Math.abs(along)) > slack) {
          clearTimeout(at.timer)
          at.way = across > Math.abs(along) ? 'across' : 'along'
          if (at.way === 'across') at.row.setPointerCapture(pointerId)
        }
        if (at.way === 'across') setMoved(Math.max(0, isFree ? across : across / 4))
      },
      onPointerUp({ clientX }: PointerEvent<HTMLElement>) {
        const at = touch.current
        end()
        if (at?.way !== 'across') return
        const ended = isFree ? onSwiped : onHeld
        if (clientX - at.x > at.row.clientWidth / (isFree ? 2 : 5)) ended?.()
      },
      onPointerCancel() {
        end()
        touch.current = undefined
      },
      /** Suppresses the click that follows a swipe or a long press. */
      onClickCapture(event: MouseEvent) {
        const way = touch.current?.way
        touch.current = undefined
        if (way !== 'across' && way !== 'pressed') return
        event.preventDefault()
        event.stopPropagation()
      },
      onContextMenu: (event: MouseEvent) => touch.current && event.preventDefault(),
    },
  }
}
