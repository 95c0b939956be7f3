import { describe, expect, it } from 'vitest'
import { amountFormat, amountPlaces, currencyFormat, rmb } from './money.ts'

describe('amounts of a currency', () => {
  it.each([
    [undefined, undefined, rmb],
    ['CNY', { decimals: 2 }, rmb],
    ['USD', undefined, { sign: 'USD ' }],
    ['JPY', { decimals: 0 }, { sign: 'JPY ', decimals: 0 }],
  ])('in %s, kept as %j, are written as %j', (code, record, format) => {
    expect(currencyFormat(code, record)).toEqual(format)
  })

  it.each([
    ['100.00', undefined, 0, 0],
    ['100.50', undefined, 0, 2],
    ['100.5', undefined, undefined, 2],
    ['0.1234', 4, 0, 4],
    ['53.690000', 6, undefined, 2],
    ['0.012500', 6, undefined, 4],
    [null, undefined, 3, 3],
  ])('%j with a precision of %j and %j decimals have %j', (amount, precision, decimals, places) => {
    expect(amountPlaces(amount, precision, { decimals })).toBe(places)
  })

  it('are RMB where the field or its key says so', () => {
    const yen = currencyFormat('JPY', { decimals: 0 })
    expect([amountFormat({}, yen), amountFormat({ rmb: true }, yen)]).toEqual([yen, rmb])
  })
})
