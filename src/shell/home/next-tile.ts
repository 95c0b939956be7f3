/** The box of a tile on the screen. */
export interface TileBox {
  readonly left: number
  readonly top: number
}

/**
 * The tile that an arrow key leads to: its neighbour in reading order, or the one below or above at about the same
 * place of its row. Beyond the last row, and where the rows are not known, up and down go in reading order too.
 */
export function nextTile(boxes: readonly TileBox[], at: number, key: string): number {
  const here = boxes[at]
  if (!here) return 0
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[key]
  if (step === undefined) return at
  const inOrder = Math.min(boxes.length - 1, Math.max(0, at + step))
  if (key === 'ArrowRight' || key === 'ArrowLeft') return inOrder
  const beyond = boxes.map((box, index) => ({ ...box, index })).filter(({ top }) => (top - here.top) * step > 0)
  const row = beyond.toSorted((one, other) => (one.top - other.top) * step)[0]?.top
  const near =
    beyond.filter(({ top }) => top === row).toSorted((one, other) => Math.abs(one.left - here.left) - Math.abs(other.left - here.left))[0]
  return near?.index ?? inOrder
}
