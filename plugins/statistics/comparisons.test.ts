import { expect, it } from 'vitest'
import { comparisonsOf } from './figures.ts'
import { budget } from '#plugins/budgets/statistics/pages.ts'

const figure = { measure: 'budget', value: '3', previous: '1', lastYear: '2' }
const period = (from: string, to: string) => ({ from, to })

it.each([
  ['a month', period('2026-10-01', '2026-10-31'), period('2025-11-01', '2025-11-30'), ['MoM 1', 'YoY 2']],
  ['a running month', period('2026-10-01', '2026-10-19'), period('2025-11-01', '2025-11-19'), ['MoM 1', 'YoY 2']],
  ['months', period('2026-06-01', '2026-08-31'), period('2025-09-01', '2025-11-30'), ['vs. prior 1', 'YoY 2']],
  ['a week', period('2026-11-06', '2026-11-12'), period('2025-11-13', '2025-11-19'), ['vs. prior 1', 'YoY 2']],
  ['a year, which is compared once', period('2025-01-01', '2025-11-19'), period('2025-01-01', '2025-11-19'), ['YoY 2']],
])('%s',
  (_, previous, lastYear, expected) =>
    expect(comparisonsOf(budget, { previous, lastYear }, figure).map(({ en, before }) => `${en} ${before}`)).toEqual(expected))

it('a figure of the whole year is compared with the year before alone', () => {
  const compared = { previous: period('2026-10-01', '2026-10-31'), lastYear: period('2025-11-01', '2025-11-30') }
  expect(['yearBudget', 'yearRatio', 'ratio'].map((measure) => comparisonsOf(budget, compared, { ...figure, measure }).length)).toEqual([1,
    1, 2])
})
