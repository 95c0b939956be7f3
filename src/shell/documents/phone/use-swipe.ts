import { useRef, useState, type MouseEvent, type PointerEvent } from 'react'

/** Pixels after which a touch is a movement, and milliseconds after which it is a long press. */
const slack = 10
const longPress = 500

interface UseSwipeOptions {
  /** True where the movement may end in something; otherwise the row follows a little and springs back. */
  readonly isFree?: boolean
  /** Let go beyond half of the row's width. */
  onSwiped?(): void
  /** Moved although it is not free. */
  onHeld?(): void
  /** Held down without moving, at this row. */
  onPressed(row: HTMLElement): void
}

interface Touch {
  readonly x: number
  readonly y: number
  readonly row: HTMLElement
  readonly timer: ReturnType<typeof setTimeout>
  way?: 'across' | 'along' | 'pressed'
}

/** Moves a row to the right under a finger. Up and down stay with the list that it scrolls in; a mouse moves nothing. */
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
      /** The click that follows a movement or a long press opens nothing. */
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
