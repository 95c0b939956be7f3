import { describe, expect, it } from 'vitest'
import { pastPeriods, periodOf } from './period.ts'

describe('a period of the books', () => {
  it.each([
    ['2026-10', { from: '2026-10-01', until: '2026-11-01', cn: '2026年10月', en: 'October 2026' }],
    ['2026-12', { from: '2026-12-01', until: '2027-01-01', cn: '2026年12月', en: 'December 2026' }],
    ['2026-Q1', { from: '2026-01-01', until: '2026-04-01', cn: '2026年第一季度', en: 'Q1 2026' }],
    ['2026-Q4', { from: '2026-10-01', until: '2027-01-01', cn: '2026年第四季度', en: 'Q4 2026' }],
    ['2026', { from: '2026-01-01', until: '2027-01-01', cn: '2026年', en: '2026' }],
  ])('%s lasts from its first day until the next one’s', (text, expected) => {
    expect(periodOf(text)).toEqual(expected)
  })

  it.each(['', '2026-13', '2026-00', '2026-Q5', '1926', '2026-1', '2026-10-01', ' 2026'])('is not “%s”', (text) => {
    expect(periodOf(text)).toBeUndefined()
  })

  it('is offered once it is over', () => {
    expect(pastPeriods('month', '2026-02-01', 3)).toEqual(['2026-01', '2025-12', '2025-11'])
    expect(pastPeriods('quarter', '2026-05-31', 3)).toEqual(['2026-Q1', '2025-Q4', '2025-Q3'])
    expect(pastPeriods('year', '2026-05-31', 2)).toEqual(['2025', '2024'])
  })
})
