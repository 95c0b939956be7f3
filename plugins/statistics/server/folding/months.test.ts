import { expect, it } from 'vitest'
import { statisticsPages } from '../../statistics/index.ts'
import { wholeMonths } from './months.ts'

const page = statisticsPages[0]!
const months = (from: string, to: string) => {
  const { folded, rest } = wholeMonths({ page, from, to, before: new Date('2026-11-25T00:00:00+08:00'), scope: 'all', person: '', filters: {} })
  return [folded && `${folded.from} ${folded.to}`, ...rest.map((days) => `${days.from} ${days.to}`)]
}

it.each([
  ['a year', '2026-01-01', '2026-12-31', ['2026-01-01 2026-12-31']],
  ['up to the last day with facts', '2026-01-01', '2026-11-24', ['2026-01-01 2026-11-30']],
  ['up to the day before it', '2026-01-01', '2026-11-23', ['2026-01-01 2026-10-31', '2026-11-01 2026-11-23']],
  ['days before and after whole months', '2025-03-10', '2026-02-20', ['2025-04-01 2026-01-31', '2025-03-10 2025-03-31', '2026-02-01 2026-02-20']],
  ['a leap year’s February', '2024-02-01', '2024-02-29', ['2024-02-01 2024-02-29']],
  ['days of one month', '2026-05-03', '2026-05-17', [undefined, '2026-05-03 2026-05-17']],
  ['days of two months', '2026-05-03', '2026-06-29', [undefined, '2026-05-03 2026-06-29']],
])('%s', (_, from, to, expected) => expect(months(from, to)).toEqual(expected))
