import { Decimal } from 'decimal.js'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Refused } from '#kernel/errors.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { testDatabase, type TestDatabase } from '#server/database/testing.ts'
import { transaction } from '#server/database/transaction.ts'
import type { DocumentStep } from '#server/extensions/document-extension.ts'
import { budgets } from '../plans/plans.ts'
import { budgetOfDocuments } from '../documents/extension.ts'
import { ledger } from './ledger.ts'
import { budgetLines } from './lines.ts'
import { application, company, type Item, plan, sets, step, valueOf } from '../testing.ts'

let database: TestDatabase
let serial = 0
const newDocument = () => `doc${++serial}`

beforeAll(async () => {
  database = await testDatabase({ sets, connections: 20 })
  await company(database.db)
  await plan(database.db, 'food', '1000.00')
  await plan(database.db, 'cars', '1000.00')
})
afterAll(() => database.drop())

const key = (category: string, month = 11, year = 2026) => ({ department: 'plant', category, year, month })

async function figures(category: string, month = 11) {
  const [line] = await budgetLines(database.db, [key(category, month)])
  return [line!.ofMonth.used.toFixed(2), line!.ofMonth.occupied.toFixed(2)]
}

type BudgetMoment = 'onSubmit' | 'onPass' | 'onCompleted'

const post = (id: string, moment: BudgetMoment, value: FormValue, rest: Partial<DocumentStep> = {}) =>
  step(database.db, { id, value, ...rest }, (now) => budgetOfDocuments[moment]!(now))

const released = (id: string, value: FormValue, wasCompleted: boolean, rest: Partial<DocumentStep> = {}) =>
  step(database.db, { id, value, ...rest }, (now) => budgetOfDocuments.onReleased!(now, wasCompleted ? 'voided' : 'refused', wasCompleted))

async function balancesOf(id: string) {
  return (await ledger(database.db).balances(id)).map((
    { row, category, month, occupied, spent },
  ) => [row, category, month, occupied.toFixed(2), spent.toFixed(2)])
}

describe('the life of a claim', () => {
  const filed: Item[] = [{ rowId: '1', amount: '100.00' }, { rowId: '2', amount: '50.00', expenseCategory: 'cars' }, { rowId: '3',
    amount: '70.00', offBudgetStatus: '1' }]

  it('occupies when filed, follows what approvers change, and spends when completed', async () => {
    const id = newDocument()
    await post(id, 'onSubmit', valueOf(filed))
    expect(await balancesOf(id)).toEqual([['1', 'food', 11, '100.00', '0.00'], ['2', 'cars', 11, '50.00', '0.00']])
    const cut = valueOf([{ rowId: '1', amount: '80.00' }, { rowId: '2', amount: '50.00' }, { rowId: '3', amount: '70.00' }])
    await post(id, 'onPass', cut)
    expect(await balancesOf(id)).toEqual([['1', 'food', 11, '80.00', '0.00'], ['2', 'food', 11, '50.00', '0.00'], ['3', 'food', 11, '70.00',
      '0.00']])
    await post(id, 'onPass', cut)
    await post(id, 'onCompleted', cut)
    expect(await balancesOf(id)).toEqual([['1', 'food', 11, '0.00', '80.00'], ['2', 'food', 11, '0.00', '50.00'], ['3', 'food', 11, '0.00',
      '70.00']])
    await released(id, cut, true)
    expect(await balancesOf(id)).toEqual([])
    expect([await figures('food'), await figures('cars')]).toEqual([['0.00', '0.00'], ['0.00', '0.00']])
  })

  it('gives everything back when refused, and occupies anew when filed again', async () => {
    const id = newDocument()
    await post(id, 'onSubmit', valueOf(filed))
    await released(id, valueOf(filed), false)
    expect(await balancesOf(id)).toEqual([])
    await post(id, 'onSubmit', valueOf([{ rowId: '1', amount: '30.00' }]), { document: { id, round: 2, starter: 'wang' } })
    expect(await balancesOf(id)).toEqual([['1', 'food', 11, '30.00', '0.00']])
    await released(id, valueOf([]), false)
  })

  it('takes spending back in the month that it was spent in', async () => {
    const id = newDocument()
    const value = valueOf([{ rowId: '1', amount: '12.34' }], { budgetMonth: '2026-03-01' })
    await post(id, 'onSubmit', value)
    await post(id, 'onCompleted', value)
    expect(await figures('food', 3)).toEqual(['12.34', '0.00'])
    await released(id, { ...value, budgetMonth: '2026-11-01' }, true, { at: new Date('2027-02-01T00:00:00Z') })
    expect([await figures('food', 3), await figures('food', 11)]).toEqual([['0.00', '0.00'], ['0.00', '0.00']])
  })

  it('counts RMB, and says in which currency and at which rate', async () => {
    const id = newDocument()
    await post(id, 'onSubmit', valueOf([{ rowId: '1', amount: '10.00' }], { paidIn: 'USD', rateOfMonth: '7.105000' }))
    const entries = await database.db.selectFrom('budget_entry').select(['amount', 'currency', 'rate', 'kind', 'operator', 'business_type',
      'round']).where('document_id', '=', id)
      .execute()
    expect(entries).toEqual([{ amount: '71.05', currency: 'USD', rate: '7.105000', kind: 'occupy', operator: 'wang',
      business_type: 'madeUpClaim', round: 1 }])
    await released(id, valueOf([]), false)
  })
})

describe('the life of an application', () => {
  it('stays occupied when completed, and is released when revoked', async () => {
    const id = newDocument()
    const value = valueOf([{ rowId: '1', amount: '40.00' }])
    await post(id, 'onSubmit', value, { form: application })
    await post(id, 'onCompleted', value, { form: application })
    expect(await balancesOf(id)).toEqual([['1', 'food', 11, '40.00', '0.00']])
    await released(id, value, true, { form: application })
    expect(await balancesOf(id)).toEqual([])
  })
})

describe('the ledger', () => {
  it('grows only', async () => {
    const id = newDocument()
    await post(id, 'onSubmit', valueOf([{ rowId: '1', amount: '1.00' }]))
    await expect(sql`update budget_entry set amount = 2 where document_id = ${id}`.execute(database.db)).rejects.toThrow(
      /permission denied|append-only/,
    )
    await expect(sql`delete from budget_entry where document_id = ${id}`.execute(database.db)).rejects.toThrow(
      /permission denied|append-only/,
    )
    await released(id, valueOf([]), false)
  })

  it('refuses a posting that is there already, and more taken back than stands', async () => {
    const id = newDocument()
    const { db } = database
    const entry = { document_id: id, row_id: '1', round: 1, step: 1, year: 2026, month: 11, department_id: 'plant',
      expense_category_id: 'food', business_type: 'x', operator: 'wang', happen_time: new Date(), ref_entry_id: null, currency: null,
      rate: null, reason: null }
    await db.insertInto('budget_entry').values({ ...entry, kind: 'occupy', direction: 1, amount: '5.00' }).execute()
    await expect(db.insertInto('budget_entry').values({ ...entry, kind: 'occupy', direction: 1, amount: '5.00' }).execute()).rejects
      .toThrow(/budget_entry_posting/)
    await expect(db.insertInto('budget_entry').values({ ...entry, step: 2, kind: 'release', direction: -1, amount: '5.01' }).execute())
      .rejects.toThrow(/taken back/)
    await expect(db.insertInto('budget_entry').values({ ...entry, step: 2, kind: 'refund', direction: -1, amount: '1.00' }).execute())
      .rejects.toThrow(/taken back/)
    await expect(db.insertInto('budget_entry').values({ ...entry, step: 2, kind: 'occupy', direction: -1, amount: '1.00' }).execute())
      .rejects.toThrow(/check/)
    await expect(db.insertInto('budget_entry').values({ ...entry, step: 2, kind: 'occupy', direction: 1, amount: '0.00' }).execute())
      .rejects.toThrow(/check/)
    await released(id, valueOf([]), false)
  })
})

describe('many at once', () => {
  it('sum exactly', async () => {
    await plan(database.db, 'food', '1000.00', 2025)
    const ids = Array.from({ length: 16 }, newDocument)
    const value = valueOf([{ rowId: '1', amount: '33.33' }, { rowId: '2', amount: '0.01', expenseCategory: 'cars' }], {
      budgetMonth: '2026-10-01',
    })
    await Promise.all(ids.map(async (id) => {
      await post(id, 'onSubmit', value)
      await post(id, 'onCompleted', value)
    }))
    expect([await figures('food', 10), await figures('cars', 10)]).toEqual([['533.28', '0.00'], ['0.16', '0.00']])
  })

  it('never overspend a year that blocks', async () => {
    const { db } = database
    await plan(db, 'food', '100.00', 2030)
    await budgets(db).setYear({ year: 2030, control: 'block' })
    const value = valueOf([{ rowId: '1', amount: '30.00' }], { budgetMonth: '2030-05-01' })
    const outcomes = await Promise.allSettled(Array.from({ length: 16 }, () => post(newDocument(), 'onSubmit', value)))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
    const reasons = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as Refused] : []))
    expect(new Set(reasons.map(({ code }) => code))).toEqual(new Set(['budgets.blockedWithoutFigure']))
    const [line] = await budgetLines(db, [key('food', 5, 2030)])
    expect(line!.ofMonth.occupied.toFixed(2)).toBe('90.00')
  })

  it('meet in one order, whatever the order of their rows', async () => {
    const value = (first: string, second: string) =>
      valueOf([{ rowId: '1', amount: '1.00', expenseCategory: first }, { rowId: '2', amount: '1.00', expenseCategory: second }], {
        budgetMonth: '2026-09-01',
      })
    await Promise.all(
      Array.from({ length: 16 }, (_, index) => post(newDocument(), 'onSubmit', index % 2 ? value('food', 'cars') : value('cars', 'food'))),
    )
    expect([await figures('food', 9), await figures('cars', 9)]).toEqual([['0.00', '16.00'], ['0.00', '16.00']])
  })

  it('meet transfers in that order, which locks no plan where the year only warns', async () => {
    const { db } = database
    const value = valueOf([{ rowId: '1', amount: '1.00' }, { rowId: '2', amount: '1.00', expenseCategory: 'cars' }], {
      budgetMonth: '2026-08-01',
    })
    await post(newDocument(), 'onSubmit', value)
    const move = { kind: 'transfer', amount: new Decimal('1.00'), reason: 'x', number: 'x', operator: 'wang', at: new Date() } as const
    const posted = await transaction(db, async (transferring) => {
      await ledger(transferring).lock([key('food', 8), key('cars', 8)])
      await ledger(transferring).move({ ...move, key: key('food', 8), direction: -1 })
      const posting = Promise.allSettled([post(newDocument(), 'onSubmit', value)])
      // until the posting waits
      await new Promise((resolve) => setTimeout(resolve, 100))
      await ledger(transferring).move({ ...move, key: key('cars', 8), direction: 1 })
      return { posting }
    })
    expect(await posted.posting).toMatchObject([{ status: 'fulfilled' }])
    expect([await figures('food', 8), await figures('cars', 8)]).toEqual([['0.00', '2.00'], ['0.00', '2.00']])
  })
})

describe('a year that blocks', () => {
  it('refuses a category without a plan, and lets a document shrink that is over already', async () => {
    const { db } = database
    await budgets(db).setYear({ year: 2031, control: 'warn' })
    await plan(db, 'food', '100.00', 2031)
    const id = newDocument()
    const at2031 = (amount: string, category = 'food') =>
      valueOf([{ rowId: '1', amount, expenseCategory: category }], { budgetMonth: '2031-01-01' })
    await post(id, 'onSubmit', at2031('150.00'))
    await budgets(db).setYear({ year: 2031, control: 'block' })
    await post(id, 'onPass', at2031('140.00'))
    await expect(post(id, 'onPass', at2031('141.00'))).rejects.toBeInstanceOf(Refused)
    await expect(post(newDocument(), 'onSubmit', at2031('1.00', 'free'))).rejects.toMatchObject({ code: 'budgets.blockedWithoutFigure' })
    await post(id, 'onCompleted', at2031('140.00'))
    expect(await balancesOf(id)).toEqual([['1', 'food', 1, '0.00', '140.00']])
  })
})
