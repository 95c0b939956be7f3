import { describe, expect, it } from 'vitest'
import { figureText, growthOf } from './figures.ts'

describe('growth', () => {
  it.each([
    ['110.00', '100.00', '+10.0%'],
    ['90.00', '100.00', '−10.0%'],
    ['100.00', '100.00', '0.0%'],
    ['100.01', '100.00', '0.0%'],
    ['0.00', '50.00', '−100.0%'],
    // from a loss upwards
    ['-50.00', '-100.00', '+50.0%'],
    ['950.00', '100.00', '+850.0%'],
    ['1250.00', '100.00', '>+999%'],
    ['-1250.00', '100.00', '−1,350.0%'],
    // no value to compare with
    ['5.00', '0.00', undefined],
    ['5.00', null, undefined],
    [null, '5.00', undefined],
  ])('from %s to what was %s is %s', (now, before, expected) => expect(growthOf(now, before)).toBe(expected))
})

describe('a figure', () => {
  const measure = (unit: 'amount' | 'count' | 'days' | 'percent') => ({ cn: '', en: '', unit })
  it.each([
    ['1234567.80', 'amount', 'one', '1,234,567.80'],
    ['1234567.80', 'amount', 'tenThousand', '123.46'],
    ['-12.50', 'amount', 'one', '−12.50'],
    ['1234', 'count', 'tenThousand', '1,234'],
    ['2.5', 'days', 'one', '2.5'],
    ['0.123456', 'percent', 'one', '12.3%'],
    ['0.00', 'amount', 'one', '—'],
    [null, 'percent', 'one', '—'],
  ] as const)('%s of %s in %s is %s', (figure, unit, shown, expected) => expect(figureText(figure, measure(unit), shown)).toBe(expected))
})
