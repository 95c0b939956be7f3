import { Decimal } from 'decimal.js'
import { describe, expect, it } from 'vitest'
import { contributions, outlierOf } from './anomalies.ts'

const figures = (values: Readonly<Record<string, number>>) =>
  new Map(Object.entries(values).map(([key, value]) => [key, new Decimal(value)]))
const amounts = (parts: ReturnType<typeof contributions>) => parts.map(({ value, change }) => [value, change.toNumber()])

describe('what values add to a change', () => {
  it('stands in the order of how much, up or down, without those that stayed', () =>
    expect(amounts(contributions(figures({ rd: 100, it: 50, hr: 7 }), figures({ rd: 90, it: 80, hr: 7, qa: 5 })))).toEqual([['it', 30], [
      'rd',
      -10,
    ], ['qa', 5]]))

  it('is added up for those beyond the first eight, so that the parts come to the difference', () => {
    const now = figures(Object.fromEntries(Array.from({ length: 11 }, (_, index) => [`unit-${index}`, 100 - index])))
    const parts = contributions(new Map(), now)
    expect(amounts(parts).at(-1)).toEqual(['…', 92 + 91 + 90])
    expect(parts.reduce((sum, { change }) => sum + change.toNumber(), 0)).toBe(
      [...now.values()].reduce((sum, figure) => sum + figure.toNumber(), 0),
    )
  })
})

describe('a month out of the ordinary', () => {
  const history = { '2026-01': 100, '2026-02': 110, '2026-03': 95, '2026-04': 105, '2026-05': 98 }
  it.each([
    ['far above', { ...history, '2026-06': 200 }, true],
    ['far below', { ...history, '2026-06': 20 }, true],
    ['within what is usual', { ...history, '2026-06': 118 }, false],
    ['without enough history', { '2026-04': 100, '2026-05': 100, '2026-06': 900 }, false],
    ['after months that were all alike', { '2026-02': 100, '2026-03': 100, '2026-04': 100, '2026-05': 100, '2026-06': 140 }, true],
    ['after months that came to nothing', { '2026-02': 0, '2026-03': 0, '2026-04': 0, '2026-05': 0, '2026-06': 140 }, false],
    ['without a figure', history, false],
  ] as const)('is one %s', (_, months, isOne) => expect(outlierOf(figures(months), '2026-06') !== undefined).toBe(isOne))
})
