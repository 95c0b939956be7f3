import { describe, expect, it } from 'vitest'
import type { RateRow } from '../exchange-rate.ts'
import { changeOf, isMissing, monthBefore, monthName, monthsOf, rateOf } from './rates.ts'

const row = (currency: string, months: readonly string[], enable = true): RateRow => ({
  currency,
  symbol: '',
  nameCn: '',
  nameEn: '',
  enable,
  drafts: 0,
  cells: months.map((month) => ({ month, version: 0, rate: '1.000000', locked: false, setBy: null, setTime: '' })),
})

describe('a missing rate', () => {
  it.each<[string, RateRow, string, boolean]>([
    ['of a month that has begun', row('KRW', ['2026-10']), '2026-11', true],
    ['of a month that is set', row('KRW', ['2026-11']), '2026-11', false],
    ['of a month to come', row('KRW', ['2026-10']), '2026-12', false],
    ['of a currency that never had one', row('KRW', []), '2026-11', true],
    ['of a month before the currency was used', row('KRW', ['2026-10']), '2026-09', false],
    ['of a currency out of use', row('KRW', ['2026-10'], false), '2026-11', false],
    ['of the base currency', row('CNY', []), '2026-11', false],
  ])('%s', (_, one, month, missing) => {
    expect(isMissing(one, month, '2026-11')).toBe(missing)
  })
})

it.each([
  ['7.2', '7.0', '+2.86'],
  ['7.0', '7.2', '−2.78'],
  ['7.0', '7.0', '+0.00'],
  ['0.004985', '0.005', '−0.30'],
  ['', '7', undefined],
  ['7', undefined, undefined],
  ['7', '0', undefined],
])('%s after %s is a change of %s %%', (now, before, change) => {
  expect(changeOf(now, before)).toBe(change)
})

it.each([
  ['7.1', '7.1'],
  ['0.000001', '0.000001'],
  ['999999.999999', '999999.999999'],
  ['７。１', '7.1'],
  ['7.1元', '7.1'],
  ['0', null],
  ['-1', null],
  ['0.0000001', null],
  ['1000000', null],
  ['7,1', null],
  ['1e3', null],
  ['abc', null],
  ['', null],
])('%j is the rate %s', (text, rate) => {
  expect(rateOf(text)).toBe(rate)
})

it('knows the months around a year', () => {
  expect(monthsOf(2026).at(-1)).toBe('2026-12')
  expect(monthBefore('2026-01')).toBe('2025-12')
  expect(monthBefore('2026-11')).toBe('2026-10')
  expect([monthName('2026-01', 'cn'), monthName('2026-09', 'en')]).toEqual(['1月', 'Sep'])
})
