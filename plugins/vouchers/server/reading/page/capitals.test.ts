import { describe, expect, it } from 'vitest'
import { capitalsIn } from './printed-voucher.ts'
import { capitalsOf } from '../testing/invoices.ts'

describe('an amount in capitals', () => {
  it.each([
    ['（大写）伍佰贰拾陆圆整', '526.00'],
    ['壹万零陆佰圆整', '10600.00'],
    ['肆仟肆佰肆拾玖圆整', '4449.00'],
    ['壹拾壹圆贰角', '11.20'],
    ['拾圆零伍分', '10.05'],
    ['叁角整', '0.30'],
    ['负壹佰零陆元整', '-106.00'],
    ['壹亿贰仟叁佰肆拾伍万陆仟柒佰捌拾玖圆壹角贰分', '123456789.12'],
    ['叁拾万圆整', '300000.00'],
  ])('%s is %s', (text, amount) => expect(capitalsIn(text)?.toFixed(2)).toBe(amount))

  it('is none in other texts', () => expect(capitalsIn('¥ 12.00 整机')).toBeUndefined())

  it('is what it was written from', () => {
    for (let cents = 1; cents < 40_000_000; cents += 70_001) {
      const amount = (cents / 100).toFixed(2)
      expect(capitalsIn(capitalsOf(amount))?.toFixed(2)).toBe(amount)
    }
  })
})
