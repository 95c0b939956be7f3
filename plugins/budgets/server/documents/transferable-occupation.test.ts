import { Decimal } from 'decimal.js'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { answering, type RowOccupation, openTo, takingOver } from './applications.ts'
import { keyText } from '../ledger/key.ts'
import { type Demand, type Movement, occupying, reversing, spending, type PostedBalance } from '../ledger/reconcile.ts'

const key = { department: 'd', category: 'c', year: 2026, month: 11 }
const demand = (row: string, amount: number | string, rest: Partial<Demand> = {}): Demand => ({ row, ...key, amount: new Decimal(amount),
  ...rest })
const holding = (document: string, amount: number | string, rest: Partial<RowOccupation> = {}): RowOccupation => ({ document, row: 'header',
  ...key, amount: new Decimal(amount), ...rest })
const plain = (demands: readonly Demand[]) =>
  demands.map(({ row, amount, category, source }) => [row, amount.toFixed(2), category, source?.document])

describe('a claim', () => {
  it.each<[string, Demand[], unknown[]]>([
    ['takes over what it may and asks for the rest anew', takingOver([demand('1', 120)], () => ['A'], [holding('A', 100)]), [['1', '100.00',
      'c', 'A'], ['1', '20.00', 'c', undefined]]],
    ['keeps to the key of its application', takingOver([demand('1', 50, { category: 'x' })], () => ['A'], [holding('A', 100)]), [['1',
      '50.00', 'c', 'A']]],
    ['shares one application among its rows', takingOver([demand('1', 60), demand('2', 60)], () => ['A'], [holding('A', 100)]), [['1',
      '60.00', 'c', 'A'], ['2', '40.00', 'c', 'A'], ['2', '20.00', 'c', undefined]]],
    ['draws only on the application that its row names',
      takingOver([demand('1', 10), demand('2', 10)], (row) => (row === '1' ? ['A'] : []), [holding('A', 100)]), [['1', '10.00', 'c', 'A'], [
      '2',
      '10.00',
      'c',
      undefined,
    ]]],
    ['takes first what was kept for the same',
      takingOver([demand('1', 10)], () => ['A'], [holding('A', 5, { category: 'x', row: 'r1' }), holding('A', 8, { row: 'r2' })]), [['1',
      '8.00', 'c', 'A'], ['1', '2.00', 'x', 'A']]],
    ['goes from one application to the next', takingOver([demand('1', 10)], () => ['A', 'B'], [holding('B', 4), holding('A', 3)]), [['1',
      '3.00', 'c', 'A'], ['1', '4.00', 'c', 'B'], ['1', '3.00', 'c', undefined]]],
  ])('%s', (_, demands, expected) => {
    expect(plain(demands)).toEqual(expected)
  })
})

type Book = Map<string, PostedBalance & { readonly document: string }>

function apply(book: Book, document: string, movements: readonly Movement[]) {
  for (const { kind, amount, ...line } of movements) {
    const id = JSON.stringify([document, line.row, keyText(line), line.source])
    const now = book.get(id) ?? { ...line, document, occupied: new Decimal(0), spent: new Decimal(0) }
    const which = kind === 'occupy' || kind === 'release' ? 'occupied' : 'spent'
    const next = { ...now, [which]: kind === 'occupy' || kind === 'spend' ? now[which].plus(amount) : now[which].minus(amount) }
    expect(amount.gt(0) && !next[which].isNegative()).toBe(true)
    book.set(id, next)
  }
}

const of = (book: Book, document: string): PostedBalance[] =>
  [...book.values()].filter((line) => line.document === document && !(line.occupied.isZero() && line.spent.isZero()))
const total = (lines: readonly PostedBalance[]) =>
  lines.reduce((sum, { occupied, spent }) => sum.plus(occupied).plus(spent), new Decimal(0))
const holdingsOf = (book: Book) =>
  ['A', 'B'].flatMap((application) =>
    of(book, application).map((line): RowOccupation => ({ ...line, document: application, amount: line.occupied }))
  )

/** Runs the extension at a step of a claim. */
function complete(book: Book, claim: string,
  { rule, demands, settled = [] }: { rule: (demands: readonly Demand[], posted: readonly PostedBalance[]) => Movement[];
    demands: readonly Demand[]; settled?: readonly string[] }) {
  const posted = of(book, claim)
  const holdings = holdingsOf(book)
  const movements = rule(takingOver(demands, () => ['A', 'B'], openTo(holdings, posted)), posted)
  const answers = ['A', 'B'].map((application) =>
    [application, answering(application, holdings, movements, { isSettled: settled.includes(application) })] as const
  )
  apply(book, claim, movements)
  for (const [application, answered] of answers) apply(book, application, answered)
}

/** A claim that is refused, revoked or voided. */
const gone = { rule: (_: readonly Demand[], posted: readonly PostedBalance[]) => reversing(posted), demands: [] }

interface TransferCase {
  readonly demands: readonly Demand[]
  readonly ended: boolean
}

interface ClaimStep {
  readonly claim: string
  readonly does: string
  readonly rows: readonly { readonly row: string; readonly category: string; readonly amount: string }[]
}

function take(book: Book, takenBy: Map<string, TransferCase>, { claim, does, rows }: ClaimStep) {
  const known = takenBy.get(claim)
  if (does === 'goes') {
    complete(book, claim, gone)
    takenBy.delete(claim)
  } else if (does === 'ends' && known && !known.ended) {
    complete(book, claim, { rule: spending, demands: known.demands })
    takenBy.set(claim, { ...known, ended: true })
  } else if (does === 'asks' && !known?.ended) {
    const demands = rows.map(({ row, category, amount }) => demand(row, amount, { category }))
    complete(book, claim, { rule: occupying, demands })
    takenBy.set(claim, { demands, ended: false })
  }
}

describe('any sequence of claims', () => {
  const cents = fc.integer({ min: 1, max: 200_000 }).map((amount) => new Decimal(amount).div(100).toFixed(2))
  const step = fc.record({
    claim: fc.constantFrom('C1', 'C2', 'C3'),
    does: fc.constantFrom('asks', 'asks', 'ends', 'goes'),
    rows: fc.uniqueArray(fc.record({ row: fc.constantFrom('1', '2'), category: fc.constantFrom('c', 'x'), amount: cents }), { minLength: 1,
      maxLength: 2, selector: ({ row }) => row }),
  })

  it('moves what applications hold and makes nothing of it: what is held together never exceeds what was applied for, and every claim holds what it asks', () => {
    fc.assert(fc.property(cents, cents, fc.array(step, { maxLength: 12 }), (a, b, steps) => {
      const book: Book = new Map()
      const applied = { A: new Decimal(a), B: new Decimal(b) }
      apply(book, 'A', occupying([demand('header', a)], []))
      apply(book, 'B', occupying([demand('header', b, { category: 'x' })], []))
      const takenBy = new Map<string, TransferCase>()
      for (const each of steps) {
        take(book, takenBy, each)
        for (const application of ['A', 'B'] as const) {
          const moved = [...book.values()].filter(({ source }) => source?.document === application)
          expect(total(of(book, application)).plus(total(moved)).toFixed(2)).toBe(applied[application].toFixed(2))
        }
        for (const claim of ['C1', 'C2', 'C3'])
          expect(total(of(book, claim)).toFixed(2)).toBe(
            (takenBy.get(claim)?.demands ?? []).reduce((sum, { amount }) => sum.plus(amount), new Decimal(0)).toFixed(2),
          )
      }
    }))
  })

  it('leaves nothing with an application that is settled, and gives back to it only what its claim held', () => {
    fc.assert(fc.property(cents, cents, (applied, claimed) => {
      const book: Book = new Map()
      apply(book, 'A', occupying([demand('header', applied)], []))
      complete(book, 'C', { rule: occupying, demands: [demand('1', claimed)] })
      complete(book, 'C', { rule: spending, demands: [demand('1', claimed)], settled: ['A'] })
      expect(of(book, 'A')).toEqual([])
      complete(book, 'C', gone)
      expect(of(book, 'C')).toEqual([])
      expect(total(of(book, 'A')).toFixed(2)).toBe(Decimal.min(applied, claimed).toFixed(2))
    }))
  })
})
