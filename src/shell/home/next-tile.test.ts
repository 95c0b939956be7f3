import { expect, it } from 'vitest'
import { nextTile } from './StartTiles.tsx'

// two groups of tiles: the first with three in a row and one below, the second with two
const boxes = [{ left: 0, top: 0 }, { left: 100, top: 0 }, { left: 200, top: 0 }, { left: 0, top: 50 }, { left: 0, top: 120 }, { left: 100,
  top: 120 }]

it.each([
  [0, 'ArrowRight', 1],
  [2, 'ArrowRight', 3],
  [5, 'ArrowRight', 5],
  [0, 'ArrowLeft', 0],
  [3, 'ArrowLeft', 2],
  [1, 'ArrowDown', 3],
  [3, 'ArrowDown', 4],
  [5, 'ArrowUp', 3],
  [3, 'ArrowUp', 0],
  [0, 'ArrowUp', 0],
  [0, 'Tab', 0],
])('from tile %i %s leads to %i', (at, key, expected) => {
  expect(nextTile(boxes, at, key)).toBe(expected)
})

it('goes in reading order where no row lies below', () => {
  expect(nextTile(boxes.slice(0, 3), 0, 'ArrowDown')).toBe(1)
})
