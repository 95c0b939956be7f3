import { describe, expect, it } from 'vitest'
import { placedAmounts } from './ReviewDocument.tsx'

describe('an amount among earlier ones', () => {
  it('lies between the least and the greatest, beside the middle and the middle half', () => {
    expect(placedAmounts(['400.00', '100.00', '200.00', '300.00', '1100.00', '600.00'], '350.00')).toEqual({
      dots: [0, 10, 20, 30, 50, 100],
      own: 25,
      quartiles: [10, 50],
      median: { amount: '300.00', place: 20 },
      least: '100.00',
      greatest: '1100.00',
    })
  })

  it('may be the greatest itself, or the same as all', () => {
    expect(placedAmounts(['10', '20'], '30')).toMatchObject({ dots: [0, 50], own: 100, least: '10', greatest: '30' })
    expect(placedAmounts(['5', '5'], '5')).toMatchObject({ dots: [50, 50], own: 50, quartiles: [50, 50] })
  })
})
