import { Decimal } from 'decimal.js'
import { describe, expect, it } from 'vitest'
import { compile, FeelDate, FeelError, fromJson, toJson } from './feel.ts'
import { readJson, writeJson } from './json-text.ts'

describe('values of JSON', () => {
  it('become decimals, deep copies and null', () => {
    expect(toJson(fromJson({ a: 0.1, b: [1, undefined], c: 10n }))).toEqual({ a: 0.1, b: [1, null], c: 10 })
    expect(Decimal.isDecimal(fromJson(0.1))).toBe(true)
    expect(fromJson(undefined)).toBeNull()
  })

  it('keep values of FEEL', () => {
    const date = FeelDate.of(2026, 11, 20)
    const [first, second] = fromJson([date, new Decimal('1.10')]) as [unknown, unknown]
    expect(first).toBe(date)
    expect(String(second)).toBe('1.1')
  })

  it.each([
    [JSON.parse('{"__proto__": 1}'), 'not allowed'],
    [{ constructor: 1 }, 'not allowed'],
    [Number.NaN, 'NaN'],
    [() => 1, 'function'],
    [Symbol('x'), 'symbol'],
    [new Date(0), 'Date'],
    [new Map(), 'Map'],
  ])('refuses %s', (value, message) => {
    expect(() => fromJson(value)).toThrow(message)
  })

  it('refuses nesting that could exhaust the stack', () => {
    let value: unknown = 1
    for (let depth = 0; depth < 300; depth++) value = [value]
    expect(() => fromJson(value)).toThrow('nested')
  })

  it('is not fooled by objects that look like decimals', () => {
    const context = fromJson({ a: { toStringTag: '[object Decimal]', kind: 'date' } })
    expect(compile('a + 1').evaluate(context as never)).toBeNull()
    expect(toJson(context)).toEqual({ a: { toStringTag: '[object Decimal]', kind: 'date' } })
  })

  it('leave as numbers only when they are exact', () => {
    expect(toJson(new Decimal('0.1'))).toBe(0.1)
    expect(toJson(new Decimal('9007199254740993'))).toBe('9007199254740993')
    expect(toJson(new Decimal('1e400'))).toBe(new Decimal('1e400').toFixed())
  })
})

describe('JSON text', () => {
  it.each([
    '12345678901234567890.123456789',
    '[1,2.5,-3]',
    '{"a b":{"c":[null,true,false,"x\\"y"]}}',
    '""',
    '{}',
    '[]',
    '0.1',
    '{"a":1e+100}',
  ])('%s comes back as it was', (text) => {
    expect(writeJson(readJson(text))).toBe(text)
  })

  it.each([
    '',
    ' ',
    '{',
    '[1,]',
    '{"a"}',
    '{"a":}',
    '{a:1}',
    "'a'",
    '01',
    '1.',
    '.5',
    '+1',
    'nul',
    'NaN',
    '1 2',
    '[1',
    '"a',
    '"\n"',
    '"\\x"',
    '{"__proto__":1}',
    '{"a":{"constructor":1}}',
    '[[',
    '1e99999',
    '"\u0001"',
  ])('%j is refused', (text) => {
    expect(() => readJson(text)).toThrow(FeelError)
  })

  it('refuses deep nesting', () => {
    expect(() => readJson('['.repeat(100_000))).toThrow('nested')
  })

  it('writes what JSON has no type for as text', () => {
    const value = compile('{d: @"2026-11-20", t: @"10:00:00Z", m: @"P1Y2M", l: @"P1DT2H", r: [1..5), n: 1.50}').evaluate({})
    expect(writeJson(value)).toBe('{"d":"2026-11-20","t":"10:00:00Z","m":"P1Y2M","l":"P1DT2H","r":"[1..5)","n":1.5}')
  })
})
