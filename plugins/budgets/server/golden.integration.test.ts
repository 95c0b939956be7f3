import { Decimal } from 'decimal.js'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDatabase, type TestDatabase } from '#server/database/testing.ts'
import { annualOf, availableOf, cumulativeOf, type MonthFigures } from '../figures.ts'
import { bandOf } from '#plugins/statistics/bands.ts'
import { budgets } from './plans/plans.ts'
import { type GridQuery, gridRows, gridSums, lineAnswer, sumsAnswer } from './grid/grid.ts'
import type { BudgetKey } from './ledger/key.ts'
import { ledger } from './ledger/ledger.ts'
import type { Movement } from './ledger/reconcile.ts'
import { at, company, sets } from './testing.ts'

let database: TestDatabase
let serial = 0

beforeAll(async () => {
  database = await testDatabase({ sets })
  await company(database.db)
})
afterAll(() => database.drop())

const key = (category: string, month: number, year: number): BudgetKey => ({ department: 'plant', category, year, month })

/** Posts entries of one document each; a refund or release reverses an earlier spend or occupation of it. */
async function post(year: number, category: string,
  ...entries: readonly (readonly [month: number, kind: Movement['kind'], amount: string])[]): Promise<void> {
  const document = `golden-${++serial}`
  for (const [month, kind, amount] of entries) {
    await ledger(database.db).post([{ ...key(category, month, year), row: '1', kind, amount: new Decimal(amount) }], { document,
      type: 'made-up', round: 1, operator: 'wang', at })
  }
}

const moved = (year: number, category: string, month: number, amount: string) =>
  ledger(database.db).move({ kind: 'adjust', key: key(category, month, year), amount: new Decimal(amount).abs(),
    direction: amount.startsWith('-') ? -1 : 1, reason: 'golden', number: 'TZ', operator: 'wang', at })

const query = (year: number, rest: Partial<GridQuery> = {}): GridQuery => ({ year, scope: 'all', upTo: 11, ...rest })
const read = async (year: number, rest: Partial<GridQuery> = {}) =>
  (await gridRows(database.db, query(year, rest), { offset: 0, limit: 100 })).map(lineAnswer)

describe('a year worked out by hand', () => {
  const year = 2026

  beforeAll(async () => {
    const plan = (category: string, months: readonly string[]) =>
      budgets(database.db).save({ year, department: 'plant', category, months, by: 'test', at: new Date() })
    await plan('food', ['100.10', '200.20', '300.30', '400.40', '500.50', '600.60', '700.70', '800.80', '900.90', '1000.10', '1100.20',
      '1200.30'])
    await plan('cars', Array.from({ length: 12 }, () => '10.00'))
    await post(year, 'food', [3, 'spend', '310.00'])
    await post(year, 'food', [7, 'spend', '650.35'])
    await post(year, 'food', [8, 'spend', '900.00'], [8, 'refund', '50.01'])
    await moved(year, 'food', 9, '-100.00')
    await moved(year, 'food', 10, '100.00')
    await post(year, 'food', [10, 'spend', '880.08'])
    await post(year, 'food', [11, 'occupy', '500.55'], [11, 'release', '100.50'])
    await post(year, 'cars', [8, 'spend', '95.55'])
    await post(year, 'free', [10, 'spend', '5.00'])
  })

  const line = async (category: string) => (await read(year, { categories: [category] }))[0]!

  it.each([
    [3, '300.30', '310.00', '0.00', '0.00', 'over'],
    [7, '700.70', '650.35', '0.00', '50.35', 'near'],
    [8, '800.80', '849.99', '0.00', '0.00', 'over'],
    [9, '800.90', '0.00', '0.00', '800.90', 'within'],
    // 880.08 is 80 % of 1100.10 to the cent
    [10, '1100.10', '880.08', '0.00', '220.02', 'within'],
    [11, '1100.20', '0.00', '400.05', '700.15', 'within'],
    [12, '1200.30', '0.00', '0.00', '1200.30', 'within'],
  ])('month %i has a budget of %s, %s used, %s occupied, %s available', async (month, ...expected) => {
    const [budget, used, occupied, available, band] = expected
    expect((await line('food')).months[month - 1]).toEqual({ budget, used, occupied, available, band })
  })

  it('counts July to December for the year', async () => {
    expect(await line('food')).toMatchObject({ annualBudget: '5703.00', used: '2380.42', occupied: '400.05', available: '2922.53',
      band: 'within' })
    expect(await line('cars')).toMatchObject({ annualBudget: '60.00', used: '95.55', occupied: '0.00', available: '0.00', band: 'over' })
  })

  it('cumulates July to November, and varies by what was used', async () => {
    expect(await line('food')).toMatchObject({ cumulativeBudget: '4502.70', cumulativeActual: '2380.42', cumulativeVariance: '2122.28' })
    expect(await line('cars')).toMatchObject({ cumulativeBudget: '50.00', cumulativeActual: '95.55', cumulativeVariance: '-45.55' })
  })

  it('says nothing of what was used without a budget', async () => {
    expect(await line('free')).toMatchObject({ id: null, plan: null, annualBudget: '0.00', used: '5.00', available: '0.00', band: 'none' })
  })

  it('sums first and floors then, so that one line’s excess eats another’s rest', async () => {
    const { sums, bands } = await gridSums(database.db, query(year))
    const { totals, groups } = sumsAnswer(sums, { start: 7, end: 12 })
    expect(totals).toMatchObject({ annualBudget: '5763.00', used: '2480.97', occupied: '400.05', available: '2881.98' })
    expect(groups).toMatchObject([{ departmentId: 'plant', available: '2881.98' }])
    expect(totals.months[7]).toMatchObject({ budget: '810.80', used: '945.54', available: '0.00', band: 'over' })
    expect(Object.fromEntries(bands.map(({ band, lines }) => [band, lines]))).toEqual({ within: 1, over: 1, none: 1 })
  })

  it('is narrowed by band, department and words, and so are its sums', async () => {
    const names = async (rest: Partial<GridQuery>) => (await read(year, rest)).map(({ expenseCategoryId }) => expenseCategoryId)
    expect(await names({ bands: ['over', 'none'] })).toEqual(['cars', 'free'])
    expect(await names({ keyword: 'CAR' })).toEqual(['cars'])
    expect(await names({ keyword: '工厂' })).toHaveLength(3)
    expect(await names({ keyword: '%' })).toEqual([])
    expect(await names({ scope: ['office'] })).toEqual([])
    const { sums } = await gridSums(database.db, query(year, { bands: ['over'] }))
    expect(sumsAnswer(sums, { start: 7, end: 12 }).totals).toMatchObject({ annualBudget: '60.00', used: '95.55' })
  })
})

describe('any year', () => {
  const cents = fc.integer({ min: 1, max: 500_000 }).map((value) => new Decimal(value).div(100).toFixed(2))
  const entry = fc.record({ month: fc.integer({ min: 1, max: 12 }), kind: fc.constantFrom('spend' as const, 'occupy' as const),
    amount: cents })
  const anyYear = fc.record({
    plan: fc.array(fc.integer({ min: 0, max: 400_000 }).map((value) => new Decimal(value).div(100).toFixed(2)), { minLength: 12,
      maxLength: 12 }),
    entries: fc.array(entry, { maxLength: 8 }),
    moves: fc.array(fc.record({ month: fc.integer({ min: 1, max: 12 }), amount: cents }), { maxLength: 3 }),
    start: fc.integer({ min: 1, max: 12 }),
    length: fc.integer({ min: 0, max: 11 }),
    upTo: fc.integer({ min: 1, max: 12 }),
  })
  let year = 2030

  it('adds up in SQL to what the formulas say', async () => {
    await fc.assert(fc.asyncProperty(anyYear, async ({ plan, entries, moves, start, length, upTo }) => {
      year += 1
      const span = { start, end: Math.min(12, start + length) }
      await budgets(database.db).save({ year, department: 'plant', category: 'food', months: plan, by: 'test', at: new Date() })
      await budgets(database.db).setYear({ year, startMonth: span.start, endMonth: span.end })
      for (const { month, kind, amount } of entries) await post(year, 'food', [month, kind, amount])
      for (const { month, amount } of moves) await moved(year, 'food', month, amount)

      const of = (month: number, list: readonly { month: number; amount: string }[]) =>
        list.filter((each) => each.month === month).reduce((sum, { amount }) => sum.plus(amount), new Decimal(0))
      const months = plan.map((budget, index): MonthFigures => ({
        budget: of(index + 1, moves).plus(budget),
        used: of(index + 1, entries.filter(({ kind }) => kind === 'spend')),
        occupied: of(index + 1, entries.filter(({ kind }) => kind === 'occupy')),
      }))
      const [found] = await read(year, { upTo })
      expect(found?.months).toEqual(months.map((month) => ({
        budget: month.budget.toFixed(2),
        used: month.used.toFixed(2),
        occupied: month.occupied.toFixed(2),
        available: availableOf(month).toFixed(2),
        band: bandOf(month.budget, month.used.plus(month.occupied)),
      })))
      const annual = annualOf(months, span)
      expect(found).toMatchObject({ annualBudget: annual.budget.toFixed(2), available: availableOf(annual).toFixed(2),
        band: bandOf(annual.budget, annual.used.plus(annual.occupied)) })
      const till = cumulativeOf(months, upTo, span)
      expect(found).toMatchObject({ cumulativeBudget: (till?.budget ?? new Decimal(0)).toFixed(2),
        cumulativeActual: (till?.used ?? new Decimal(0)).toFixed(2) })
      // the filter by band agrees with the band in the response
      expect(await read(year, { bands: [found!.band] })).toHaveLength(1)
    }), { numRuns: 20 })
  })
})
