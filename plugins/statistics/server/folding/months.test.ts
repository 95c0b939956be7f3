import { expect, it } from 'vitest'
import { statisticsPages } from '../testing-pages.ts'
import type { FactFilter } from '../counted-page.ts'
import { nearestMonths, wholeMonths, wholeYears } from './folded-sums.ts'

const page = statisticsPages[0]!
const filterOf = (from: string, to: string, rest: Partial<FactFilter> = {}): FactFilter => ({ page, from, to,
  before: new Date('2026-11-25T00:00:00+08:00'), scope: 'all', person: '', filters: {}, ...rest })
const months = (from: string, to: string) => {
  const { whole, rest } = wholeMonths(filterOf(from, to))
  return [whole && `${whole.from} ${whole.to}`, ...rest.map((days) => `${days.from} ${days.to}`)]
}

it.each([
  ['a year', '2026-01-01', '2026-12-31', ['2026-01-01 2026-12-31']],
  ['up to the last day with facts', '2026-01-01', '2026-11-24', ['2026-01-01 2026-11-30']],
  ['up to the day before it', '2026-01-01', '2026-11-23', ['2026-01-01 2026-10-31', '2026-11-01 2026-11-23']],
  ['days before and after whole months', '2025-03-10', '2026-02-20', ['2025-04-01 2026-01-31', '2025-03-10 2025-03-31',
    '2026-02-01 2026-02-20']],
  ['a leap year’s February', '2024-02-01', '2024-02-29', ['2024-02-01 2024-02-29']],
  ['days of one month', '2026-05-03', '2026-05-17', [undefined, '2026-05-03 2026-05-17']],
  ['days of two months', '2026-05-03', '2026-06-29', [undefined, '2026-05-03 2026-06-29']],
])('%s', (_, from, to, expected) => expect(months(from, to)).toEqual(expected))

it('a month is not whole where the page has facts of its days to come', () => {
  const { whole, rest } = wholeMonths(filterOf('2026-01-01', '2026-11-24', { hasLaterDays: true }))
  expect([whole?.to, rest.map(({ from, to }) => [from, to])]).toEqual(['2026-10-31', [['2026-11-01', '2026-11-24']]])
})

const near = (from: string, to: string) => {
  const months = nearestMonths(filterOf(from, to))
  const texts = (days: readonly { readonly from: string; readonly to: string }[]) => days.map((each) => `${each.from} ${each.to}`)
  return months &&
    [...texts([months.folded]), '+', ...texts(months.added), '-', ...texts(months.removed), '&',
      ...texts(months.common ? [months.common] : [])]
}

it.each([
  ['months', '2026-01-01', '2026-03-31', ['2026-01-01 2026-03-31', '+', '-', '&', '2026-01-01 2026-03-31']],
  ['most of months', '2026-01-10', '2026-03-20', ['2026-01-01 2026-03-31', '+', '-', '2026-01-01 2026-01-09', '2026-03-21 2026-03-31', '&',
    '2026-01-10 2026-03-20']],
  ['few days of months', '2026-01-25', '2026-03-05', ['2026-02-01 2026-02-28', '+', '2026-01-25 2026-01-31', '2026-03-01 2026-03-05', '-',
    '&', '2026-02-01 2026-02-28']],
  ['most of a month', '2026-05-03', '2026-05-29', ['2026-05-01 2026-05-31', '+', '-', '2026-05-01 2026-05-02', '2026-05-30 2026-05-31', '&',
    '2026-05-03 2026-05-29']],
  ['up to the last day with facts', '2026-01-01', '2026-11-24', ['2026-01-01 2026-11-30', '+', '-', '&', '2026-01-01 2026-11-24']],
  ['half of a month', '2026-05-03', '2026-05-17', undefined],
  ['days of two months', '2026-05-20', '2026-06-10', undefined],
])('the nearest months: %s', (_, from, to, expected) => expect(near(from, to)).toEqual(expected))

it.each([
  ['a year', '2025-01-01', '2025-12-31', ['year 2025-01-01 2025-01-01']],
  ['this year so far', '2026-01-01', '2026-11-30', ['year 2026-01-01 2026-01-01']],
  ['months around years', '2023-11-01', '2026-02-28', ['month 2023-11-01 2023-12-31', 'year 2024-01-01 2025-01-01',
    'month 2026-01-01 2026-02-28']],
  ['months after a year', '2025-01-01', '2026-03-31', ['year 2025-01-01 2025-01-01', 'month 2026-01-01 2026-03-31']],
  ['months of two years', '2024-02-01', '2025-01-31', ['month 2024-02-01 2025-01-31']],
  ['one month', '2025-03-01', '2025-03-31', ['month 2025-03-01 2025-03-31']],
])('of whole months: %s',
  (_, from, to, expected) => expect(wholeYears(filterOf(from, to)).map((span) => `${span.span} ${span.from} ${span.to}`)).toEqual(expected))

it('of whole months: no year that has facts of days to come', () => {
  expect(wholeYears(filterOf('2026-01-01', '2026-11-30', { hasLaterDays: true }))).toEqual([{ span: 'month', from: '2026-01-01',
    to: '2026-11-30' }])
})
