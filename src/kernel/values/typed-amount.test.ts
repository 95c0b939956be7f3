import { Decimal } from 'decimal.js'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatMoney, moneyText } from './money.ts'
import { amountIn, parseMoney } from './typed-values.ts'

describe('a typed amount', () => {
  it.each([
    ['1,234.5', '1234.50'],
    ['１，２３４．５０', '1234.50'],
    ['￥1,234.50', '1234.50'],
    ['-￥1,234.50', '-1234.50'],
    ['￥-5', '-5.00'],
    [' 12 ', '12.00'],
    ['+3', '3.00'],
    ['.5', '0.50'],
    ['0.500', '0.50'],
    ['5.', '5.00'],
    ['1,234.567', '1234.57'],
    ['−5', '-5.00'],
    ['(5)', '-5.00'],
    ['（1,286.50）', '-1286.50'],
    ['0', '0.00'],
    ['1,234,567.891', '1234567.89'],
    ['1 234 567', '1234567.00'],
    ['¥ 8', '8.00'],
    ['-0', '0.00'],
    ['12。5', '12.50'],
    ['12.5元', '12.50'],
    ['1,286.50元', '1286.50'],
    ['人民币12元整', '12.00'],
    ['RMB 12.50', '12.50'],
    ['99 CNY', '99.00'],
    ['1.5万', '15000.00'],
    ['1.5 万元', '15000.00'],
    ['2亿', '200000000.00'],
    ['$12.50', '12.50'],
  ])('%j is %s', (typed, amount) => expect(parseMoney(typed)).toBe(amount))

  it.each(['', ' ', '.', '-', 'abc', '1,23', '12,34', '12,5', '1.2.3', '1e3', '1e5', '0x10', 'NaN', 'Infinity', '--1', '-¥-1', ',123',
    '1,2345', '500.000', '1.005', '5-', '(-5)', '12 5', '5²', '½', '①', '12,50 €', '元', '1.286,50', '12k', '１２元５角'])(
      '%j is not guessed',
      (typed) => expect(parseMoney(typed)).toBeNull(),
    )

  it('has the signs of its own currency only', () => {
    expect(['12元', '$12', '12 USD', '12 XAF'].map((text) => parseMoney(text, { currency: 'USD' }))).toEqual([null, '12.00', '12.00', null])
    expect(['12元', '$12'].map((text) => parseMoney(text, { currency: 'CNY' }))).toEqual(['12.00', null])
    expect(['12 XAF', '12元'].map((text) => parseMoney(text, { currency: 'XAF' }))).toEqual(['12.00', null])
    expect(parseMoney('500.000 ₫', { currency: 'VND' })).toBeNull()
  })

  it('may have three decimals where its field has them', () => {
    expect(parseMoney('1.005', { places: 3 })).toBe('1.005')
    expect(parseMoney('7.1234567', { places: 6 })).toBe('7.123457')
  })

  it('is exact before it is rounded', () => expect(amountIn('1,234.5678')?.toFixed()).toBe('1234.5678'))

  it('reads back what is shown', () => {
    fc.assert(fc.property(fc.integer(), (cents) => {
      const text = moneyText(new Decimal(cents).div(100))
      expect(parseMoney(formatMoney(text))).toBe(text)
    }))
  })
})
