import { describe, expect, it } from 'vitest'
import { barsOf, shifted, weeksOf } from './month.ts'

describe('the weeks of a month', () => {
  it('begin on Monday and hold every day of it', () => {
    const weeks = weeksOf('2026-11')
    expect(weeks[0]?.[0]).toBe('2026-10-26')
    expect(weeks.at(-1)?.at(-1)).toBe('2026-12-06')
    expect(weeks).toHaveLength(6)
    expect(weeksOf('2027-02')).toEqual(
      [0, 7, 14, 21].map((from) => Array.from({ length: 7 }, (_, index) => `2027-02-${String(from + index + 1).padStart(2, '0')}`)),
    )
  })

  it('go on over the end of a year', () => {
    expect([shifted('2026-12', 1), shifted('2026-01', -1)]).toEqual(['2027-01', '2025-12'])
  })
})

describe('the bars of a week', () => {
  const week = weeksOf('2026-11')[1]!
  const bars = (...items: readonly (readonly [string, string])[]) =>
    barsOf(week, items.map(([from, to]) => ({ from, to }))).map((
      { start, days, lane, isContinued, continues },
    ) => [start, days, lane, ...(isContinued ? ['from before'] : []), ...(continues ? ['goes on'] : [])])

  it('reach from the first to the last day, and are cut where the week ends', () => {
    expect(week[0]).toBe('2026-11-02')
    expect(bars(['2026-11-03', '2026-11-05'])).toEqual([[1, 3, 0]])
    expect(bars(['2026-10-30', '2026-11-02'])).toEqual([[0, 1, 0, 'from before']])
    expect(bars(['2026-10-30', '2026-11-20'])).toEqual([[0, 7, 0, 'from before', 'goes on']])
    expect(bars(['2026-10-30', '2026-11-01'], ['2026-11-09', '2026-11-10'])).toEqual([])
  })

  it('lie in lanes without overlapping, in the first that is free', () => {
    expect(bars(['2026-11-04', '2026-11-04'], ['2026-11-02', '2026-11-03'], ['2026-11-03', '2026-11-06'])).toEqual([[0, 2, 0], [1, 4, 1], [
      2,
      1,
      0,
    ]])
  })
})
