import { Decimal } from 'decimal.js'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decimalOf, formatMoney, formatNumber, formatTenThousands, inRmb, moneyText, sumMoney } from './money.ts'

describe('rounding', () => {
  it.each([
    ['1.005', '1.01'],
    ['1.004', '1.00'],
    ['-1.005', '-1.01'],
    ['0.125', '0.13'],
    ['2.5', '2.50'],
    ['-0.001', '0.00'],
    ['999999999999999.995', '1000000000000000.00'],
  ])('%s becomes %s', (value, text) => expect(moneyText(new Decimal(value))).toBe(text))

  it('adds cents exactly', () => {
    const cents = fc.integer({ min: -1_000_000_000, max: 1_000_000_000 })
    fc.assert(fc.property(fc.array(cents, { maxLength: 50 }), (amounts) => {
      const texts = amounts.map((amount) => new Decimal(amount).div(100).toFixed(2))
      expect(sumMoney(texts).times(100).toNumber()).toBe(amounts.reduce((sum, amount) => sum + amount, 0))
    }))
  })

  it('is symmetric around zero and never off by more than half a cent', () => {
    fc.assert(fc.property(fc.bigInt(-(10n ** 20n), 10n ** 20n), (units) => {
      const value = new Decimal(units.toString()).div(100_000)
      const rounded = new Decimal(moneyText(value))
      expect(rounded.minus(value).abs().lte('0.005')).toBe(true)
      expect(moneyText(value.neg())).toBe(rounded.isZero() ? '0.00' : rounded.neg().toFixed(2))
    }))
  })

  it('sums nothing to zero and skips what is empty', () => {
    expect(sumMoney([]).toFixed()).toBe('0')
    expect(sumMoney(['0.1', null, '0.2', undefined]).toFixed()).toBe('0.3')
  })

  it('converts at six decimals of a rate', () => {
    expect(inRmb('100', '7.123456')?.toFixed(2)).toBe('712.35')
    expect(inRmb('0.05', '0.1')?.toFixed(2)).toBe('0.01')
    expect(inRmb(null, '7')).toBeNull()
    expect(inRmb('1', null)).toBeNull()
  })
})

describe('shown amounts', () => {
  it.each([
    ['1234.5', '￥1,234.50'],
    ['-1234.5', '-￥1,234.50'],
    ['0', '￥0.00'],
    ['999', '￥999.00'],
    ['1000000', '￥1,000,000.00'],
    ['nonsense', '￥0.00'],
    ['', ''],
    [null, ''],
    ['-0.001', '￥0.00'],
  ])('%j shows %j', (value, text) => expect(formatMoney(value)).toBe(text))

  it('takes another symbol and other decimals', () => {
    expect(formatMoney('1234.5', { symbol: '$' })).toBe('$1,234.50')
    expect(formatMoney('1234.5', { symbol: '', places: 0 })).toBe('1,235')
    expect(formatNumber('-1234567.125')).toBe('-1,234,567.125')
    expect(formatNumber('7.1', 6)).toBe('7.100000')
    expect(formatNumber(null)).toBe('')
  })

  it('counts in ten thousands', () => {
    expect(formatTenThousands('1234567')).toBe('123.46')
    expect(formatTenThousands('123456789000')).toBe('12,345,678.90')
    expect(formatTenThousands(null)).toBe('')
  })
})

it('reads only finite decimals', () => {
  expect(decimalOf('12.30')?.toFixed()).toBe('12.3')
  for (const value of ['', 'x', null, undefined, Number.NaN, 'Infinity']) expect(decimalOf(value)).toBeNull()
})
