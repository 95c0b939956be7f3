/** The anchor of a floating element: a rectangle of the window, or a point. */
export type Anchor = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>

export type FloatingSide = 'below-start' | 'below-end' | 'right'

interface Size {
  readonly width: number
  readonly height: number
}

/** Distance in pixels to the anchor and to the window's edge. */
const gap = 6

/** Position of a box next to its anchor; flipped or shifted to stay inside the window. */
export function placeBeside(anchor: Anchor, box: Size, side: FloatingSide, frame: Size): { left: number; top: number } {
  const preferred = wantedPlace(anchor, box, side)
  const isTooLow = side !== 'right' && preferred.top + box.height > frame.height - gap && anchor.top - gap - box.height >= gap
  return {
    left: within(preferred.left, frame.width - box.width - gap),
    top: isTooLow ? anchor.top - gap - box.height : within(preferred.top, frame.height - box.height - gap),
  }
}

function wantedPlace(anchor: Anchor, box: Size, side: FloatingSide) {
  if (side === 'right') return { left: anchor.right + gap, top: (anchor.top + anchor.bottom - box.height) / 2 }
  return { left: side === 'below-end' ? anchor.right - box.width : anchor.left, top: anchor.bottom + gap }
}

const within = (value: number, most: number) => Math.max(gap, Math.min(value, most))
