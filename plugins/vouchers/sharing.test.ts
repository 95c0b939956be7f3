import { Decimal } from 'decimal.js'
import { describe, expect, it } from 'vitest'
import { overdrafts, sharings } from './sharing.ts'

const use = (invoices: string, amount: string) => ({ invoices: invoices.split(','), amount: new Decimal(amount) })
const totals = new Map(Object.entries({ A: '800.00', B: '500.00', C: '100.00' }).map(([name, total]) => [name, new Decimal(total)]))
const shared = (...rows: readonly (readonly [invoices: string, amount: string])[]) =>
  sharings(rows.map(([invoices, amount]) => use(invoices, amount))).flatMap((each) => overdrafts(each, totals))
    .map(({ invoices, used, total }) => `${invoices.join('+')}: ${used.toFixed(2)} of ${total.toFixed(2)}`)

describe('rows that share an invoice', () => {
  it.each([
    ['one alone shares nothing', [['A', '800.00']], []],
    ['one alone above it is not told here', [['A', '950.00']], []],
    ['two up to its total', [['A', '300.00'], ['A', '500.00']], []],
    ['two a cent above it', [['A', '300.00'], ['A', '500.01']], ['A: 800.01 of 800.00']],
    ['three above it', [['A', '300.00'], ['A', '300.00'], ['A', '350.00']], ['A: 950.00 of 800.00']],
    ['a row without an amount takes nothing', [['A', '800.00'], ['A', '0.00']], []],
    ['one above it alone, and another beside it', [['A', '900.00'], ['A', '100.00']], ['A: 1000.00 of 800.00']],
    ['two that share two invoices', [['A,B', '650.00'], ['A,B', '650.00']], []],
    ['two that share two invoices, above both', [['A,B', '700.00'], ['A,B', '700.00']], ['A+B: 1400.00 of 1300.00']],
    ['what a row has besides serves it first', [['A', '800.00'], ['A,B', '500.00']], []],
    ['what another row needs is given way, whatever the order', [['A,B', '500.00'], ['A', '800.00']], []],
    ['the surplus of others does not help', [['A', '500.00'], ['A', '400.00'], ['A,B', '100.00']], ['A: 900.00 of 800.00']],
    ['along a chain', [['A,B', '800.00'], ['B,C', '500.00'], ['C', '100.00']], []],
    ['along a chain, a cent above', [['A,B', '800.01'], ['B,C', '500.00'], ['C', '100.00']], ['A+B+C: 1400.01 of 1400.00']],
  ] as const)('%s', (_, rows, expected) => {
    expect(shared(...rows)).toEqual(expected)
  })

  it('are grouped by what they have in common', () => {
    const groups = sharings([use('A', '1'), use('B', '1'), use('C', '1'), use('B,C', '1'), use('A', '1')])
    expect(groups.map(({ invoices, uses }) => [invoices.join('+'), uses.length])).toEqual([['B+C', 3], ['A', 2]])
  })

  it('never draws more than there is, nor refuses what can be divided', () => {
    let seed = 7
    const next = (most: number) => (seed = (seed * 48_271) % 2_147_483_647) % most
    for (let round = 0; round < 300; round += 1) {
      const rows = Array.from({ length: 2 + next(4) }, () =>
        use(['A', 'B', 'C'].filter(() => next(2) === 0).join(',') || 'A', String(next(700))))
      const isAbove = sharings(rows).some((each) => overdrafts(each, totals).length > 0)
      expect(isAbove).toBe(someSubsetIsAbove(rows))
    }
  })
})

const totalOf = (invoices: readonly string[]) => invoices.reduce((sum, each) => sum.plus(totals.get(each) ?? 0), new Decimal(0))

/** Brute force over all connected subsets of at least two rows; an excess of a single row over its own invoices does not count. */
function someSubsetIsAbove(rows: readonly ReturnType<typeof use>[]): boolean {
  return Array.from({ length: 2 ** rows.length }, (_, mask) => rows.filter((__, index) => (mask >> index) % 2 === 1)).some((subset) => {
    const [group, ...others] = sharings(subset)
    if (!group || others.length > 0 || group.uses.length < subset.length) return false
    return subset.reduce((sum, { invoices, amount }) => sum.plus(Decimal.min(amount, totalOf(invoices))), new Decimal(0)).gt(
      totalOf(group.invoices),
    )
  })
}
