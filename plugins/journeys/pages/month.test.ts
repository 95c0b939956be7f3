import { describe, expect, it } from 'vitest'
import { shifted, weeksOf } from './month.ts'

describe('the weeks of a month', () => {
  it('begin on Monday and hold every day of it', () => {
    const weeks = weeksOf('2026-11')
    expect(weeks[0]?.[0]).toBe('2026-10-26')
    expect(weeks.at(-1)?.at(-1)).toBe('2026-12-06')
    expect(weeks).toHaveLength(6)
    expect(weeksOf('2027-02')).toEqual([0, 7, 14, 21].map((from) => Array.from({ length: 7 }, (_, index) => `2027-02-${String(from + index + 1).padStart(2, '0')}`)))
  })

  it('go on over the end of a year', () => {
    expect([shifted('2026-12', 1), shifted('2026-01', -1)]).toEqual(['2027-01', '2025-12'])
  })
})
