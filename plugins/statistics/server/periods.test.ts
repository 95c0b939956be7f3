import { describe, expect, it } from 'vitest'
import { monthsOf, periodBefore, yearBefore } from './periods.ts'

describe('the period before', () => {
  it.each([
    [['2026-11-01', '2026-11-30'], ['2026-10-01', '2026-10-31']],
    [['2026-01-01', '2026-11-19'], ['2025-02-01', '2025-12-19']],
    [['2026-03-01', '2026-03-31'], ['2026-02-01', '2026-02-28']],
    [['2026-09-01', '2026-11-30'], ['2026-06-01', '2026-08-31']],
    // periods that do not begin with a month are compared by days
    [['2026-11-13', '2026-11-19'], ['2026-11-06', '2026-11-12']],
    [['2026-11-19', '2026-11-19'], ['2026-11-18', '2026-11-18']],
  ] as const)('of %j is %j', ([from, to], [first, last]) => expect(periodBefore({ from, to })).toEqual({ from: first, to: last }))
})

it('compares with the same days a year earlier', () => {
  expect(yearBefore({ from: '2024-02-01', to: '2024-02-29' })).toEqual({ from: '2023-02-01', to: '2023-02-28' })
  expect(yearBefore({ from: '2026-11-13', to: '2026-11-19' })).toEqual({ from: '2025-11-13', to: '2025-11-19' })
})

it.each([
  [['2026-11-01', '2026-11-30'], ['2026-10-01', '2026-10-19'], ['2025-11-01', '2025-11-19']],
  [['2026-01-01', '2026-12-31'], ['2025-01-01', '2025-11-19'], ['2025-01-01', '2025-11-19']],
  [['2026-09-01', '2026-11-30'], ['2026-06-01', '2026-08-19'], ['2025-09-01', '2025-11-19']],
  [['2026-11-16', '2026-11-22'], ['2026-11-09', '2026-11-12'], ['2025-11-16', '2025-11-19']],
  // past and future periods
  [['2026-10-01', '2026-10-31'], ['2026-09-01', '2026-09-30'], ['2025-10-01', '2025-10-31']],
  [['2026-12-01', '2026-12-31'], ['2026-11-01', '2026-11-30'], ['2025-12-01', '2025-12-31']],
] as const)('compares %j up to the last day with data', ([from, to], previous, lastYear) => {
  const said = [periodBefore({ from, to }, '2026-11-19'), yearBefore({ from, to }, '2026-11-19')]
  expect(said.map((period) => [period.from, period.to])).toEqual([previous, lastYear])
})

it('names every month', () =>
  expect(monthsOf({ from: '2025-11-15', to: '2026-02-01' })).toEqual(['2025-11', '2025-12', '2026-01', '2026-02']))
