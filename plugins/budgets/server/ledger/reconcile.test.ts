import { Decimal } from 'decimal.js'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { keyText } from './key.ts'
import { type Demand, type Movement, occupying, reversing, spending, type PostedBalance } from './reconcile.ts'

const demand = (row: string, amount: number | string, rest: Partial<Demand> = {}): Demand => ({ row, department: 'd', category: 'c',
  year: 2026, month: 11, amount: new Decimal(amount), ...rest })
const stands = (row: string, occupied: number, spent = 0, rest: Partial<PostedBalance> = {}): PostedBalance => ({ row, department: 'd',
  category: 'c', year: 2026, month: 11, occupied: new Decimal(occupied), spent: new Decimal(spent), ...rest })
const plain = (movements: readonly Movement[]) =>
  movements.map(({ row, kind, amount, category }) => [row, kind, amount.toFixed(2), category])

describe('what is posted', () => {
  it.each<[string, Movement[], unknown[]]>([
    ['occupies what is new', occupying([demand('1', 100)], []), [['1', 'occupy', '100.00', 'c']]],
    ['occupies what was added', occupying([demand('1', 120)], [stands('1', 100)]), [['1', 'occupy', '20.00', 'c']]],
    ['releases what was cut', occupying([demand('1', 80)], [stands('1', 100)]), [['1', 'release', '20.00', 'c']]],
    ['is nothing when nothing changed', occupying([demand('1', 100)], [stands('1', 100)]), []],
    ['releases a row that is gone', occupying([], [stands('1', 100)]), [['1', 'release', '100.00', 'c']]],
    [
      'moves a row to another category',
      occupying([demand('1', 90, { category: 'x' })], [stands('1', 100)]),
      [['1', 'occupy', '90.00', 'x'], ['1', 'release', '100.00', 'c']],
    ],
    ['spends what was occupied', spending([demand('1', 90)], [stands('1', 100)]), [['1', 'release', '100.00', 'c'], ['1', 'spend', '90.00',
      'c']]],
    ['spends once', spending([demand('1', 90)], [stands('1', 0, 90)]), []],
    ['takes back what is occupied', reversing([stands('1', 100)]), [['1', 'release', '100.00', 'c']]],
    ['takes back what was spent, in its month', reversing([stands('1', 0, 90, { month: 3 })]), [['1', 'refund', '90.00', 'c']]],
  ])('%s', (_, movements, expected) => {
    expect(plain(movements)).toEqual(expected)
  })

  it('keeps rows of one key apart', () => {
    expect(plain(occupying([demand('1', 10), demand('2', 20)], [stands('2', 5)]))).toEqual([['1', 'occupy', '10.00', 'c'], ['2', 'occupy',
      '15.00', 'c']])
  })
})

describe('any sequence of postings', () => {
  const demands = fc.uniqueArray(
    fc.record({ row: fc.constantFrom('1', '2', '3'), category: fc.constantFrom('a', 'b'), month: fc.constantFrom(10, 11),
      cents: fc.integer({ min: 1, max: 10 ** 9 }) }),
    { maxLength: 3, selector: ({ row }) => row },
  )

  const demandsOf = (rows: readonly { row: string; category: string; month: number; cents: number }[]) =>
    rows.map(({ cents, ...rest }) => demand(rest.row, new Decimal(cents).div(100).toFixed(2), rest))

  it('ends with exactly what was asked last, then spent, then nothing, and takes nothing back that does not stand', () => {
    fc.assert(
      fc.property(fc.array(demands, { minLength: 1, maxLength: 6 }), (rounds) => {
        const book = new Map<string, PostedBalance>()
        for (const rows of rounds) apply(book, occupying(demandsOf(rows), [...book.values()]))
        const last = demandsOf(rounds.at(-1) ?? [])
        expect(sums(book)).toEqual(sumsOf(last, 'occupied'))
        apply(book, spending(last, [...book.values()]))
        expect(sums(book)).toEqual(sumsOf(last, 'spent'))
        apply(book, reversing([...book.values()]))
        expect(sums(book)).toEqual([])
      }),
    )
  })
})

function apply(book: Map<string, PostedBalance>, movements: readonly Movement[]) {
  for (const { kind, amount, ...key } of movements) {
    const id = `${key.row} ${keyText(key)}`
    const now = book.get(id) ?? stands(key.row, 0, 0, key)
    const which = kind === 'occupy' || kind === 'release' ? 'occupied' : 'spent'
    const next = { ...now, [which]: kind === 'occupy' || kind === 'spend' ? now[which].plus(amount) : now[which].minus(amount) }
    expect(amount.gt(0)).toBe(true)
    expect(next[which].isNegative()).toBe(false)
    book.set(id, next)
  }
}

const sums = (book: Map<string, PostedBalance>) =>
  [...book.values()].filter(({ occupied, spent }) => !occupied.isZero() || !spent.isZero()).map((
    line,
  ) => [line.row, keyText(line), line.occupied.toFixed(2), line.spent.toFixed(2)]).toSorted()

const sumsOf = (demands: readonly Demand[], which: 'occupied' | 'spent') =>
  demands.map((
    line,
  ) => [line.row, keyText(line), ...(which === 'occupied' ? [line.amount.toFixed(2), '0.00'] : ['0.00', line.amount.toFixed(2)])])
    .toSorted()
