import { expect, it } from 'vitest'
import { widened } from './columns.tsx'

const columns = [
  { key: 'title', name: 'Title' },
  { key: 'supplier', name: 'Supplier', width: 144, wish: 220 },
  { key: 'owner', name: 'Owner', width: 124, wish: 162 },
  { key: 'state', name: 'State', width: 100 },
]

const widthsAt = (width: number) => widened(columns, width).map((column) => column.width)

it('gives columns that are cut the width that the title can spare, the same share of each', () => {
  expect(widthsAt(1200)).toEqual([undefined, 220, 162, 100])
  expect(widthsAt(368 + 360 + 57)).toEqual([undefined, 182, 143, 100])
})

it('leaves them as they are where the title has no room, and does not know the width yet', () => {
  expect(widthsAt(600)).toEqual([undefined, 144, 124, 100])
  expect(widthsAt(0)).toEqual([undefined, 144, 124, 100])
})
