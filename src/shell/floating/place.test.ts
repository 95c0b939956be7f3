import { describe, expect, it } from 'vitest'
import { placeBeside } from './Floating.tsx'

const frame = { width: 1000, height: 600 }
const at = (left: number, top: number) => ({ left, right: left + 30, top, bottom: top + 30 })

describe('the place of what floats', () => {
  it('is below, along the left or the right edge', () => {
    expect(placeBeside(at(100, 100), { width: 200, height: 80 }, 'below-start', frame)).toEqual({ left: 100, top: 136 })
    expect(placeBeside(at(500, 100), { width: 200, height: 80 }, 'below-end', frame)).toEqual({ left: 330, top: 136 })
  })

  it('is above where there is no room below', () => {
    expect(placeBeside(at(100, 550), { width: 200, height: 80 }, 'below-start', frame)).toEqual({ left: 100, top: 464 })
  })

  it('slides to stay in the window', () => {
    expect(placeBeside(at(950, 100), { width: 200, height: 80 }, 'below-start', frame)).toEqual({ left: 794, top: 136 })
    expect(placeBeside(at(0, 0), { width: 200, height: 80 }, 'right', frame)).toEqual({ left: 36, top: 6 })
  })
})
