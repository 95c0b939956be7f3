import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FormValue } from '#kernel/values/value.ts'
import { testDatabase, type TestDatabase } from '#server/database/testing.ts'
import { users } from '#server/identity/organisation/users.ts'
import type { DocumentStep } from '#server/extensions/document-extension.ts'
import { budgets } from './plans/plans.ts'
import { budgetOfDocuments } from './documents/extension.ts'
import { application, company, plan, sets, step, valueOf } from './testing.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await testDatabase({ sets })
  await company(database.db)
  await users(database.db, new Date()).create({ id: 'wang', userName: 'wang', name: '王/Wang', departments: [{ id: 'line' }] })
  await plan(database.db, 'food', '1000.00')
  await plan(database.db, 'cars', '1000.00')
  await file('first', valueOf([{ rowId: '1', amount: '700.00' }]))
})
afterAll(() => database.drop())

const file = (id: string, value: FormValue) => step(database.db, { id, value }, (now) => budgetOfDocuments.onSubmit!(now))
const prepared = (id: string, value: FormValue, rest: Partial<DocumentStep> = {}) =>
  step(database.db, { id, value, ...rest }, (now) => budgetOfDocuments.prepare!(now))
const problems = async (id: string, value: FormValue, rest: Partial<DocumentStep> = {}) =>
  (await step(database.db, { id, value, ...rest }, (now) => budgetOfDocuments.check!(now))).map((
    { field, code, level = 'block' },
  ) => [field, code, level])

describe('what the server sets', () => {
  it('is the nearest department that owns budgets, and the month of filing for a claim', async () => {
    expect(await prepared('a', valueOf([], { budgetMonth: '2026-01-01' }))).toMatchObject({ budgetDept: 'plant',
      budgetMonth: '2026-11-01' })
    expect(await prepared('a', valueOf([], { bearingDept: 'office' }))).toMatchObject({ budgetDept: null })
  })

  it('is the month of the event for an application', async () => {
    expect(await prepared('a', valueOf([], { budgetMonth: '2027-03-15' }), { form: application })).toMatchObject({
      budgetMonth: '2027-03-01',
    })
    expect(await prepared('a', valueOf([], { budgetMonth: null }), { form: application })).toMatchObject({ budgetMonth: '2026-11-01' })
  })

  it('says which budgets are exceeded, and by how much', async () => {
    const value = valueOf([{ rowId: '1', amount: '200.00' }, { rowId: '2', amount: '150.50' }, { rowId: '3', amount: '10.00',
      expenseCategory: 'cars' }])
    expect(await prepared('a', value)).toMatchObject({
      exceedsBudget: true,
      exceededBudgets: [
        {
          budgetDept: 'plant',
          departmentName: '工厂/Plant',
          category: 'food',
          month: '2026-11-01',
          budget: '1000.00',
          spent: '0.00',
          occupied: '700.00',
          available: '300.00',
          thisAmount: '350.50',
          exceeded: '50.50',
          warnLevel: 'over',
        },
      ],
    })
  })

  it('names each exceeded budget by the same row, asked again', async () => {
    const rows = async () =>
      ((await prepared('a', valueOf([{ rowId: '1', amount: '900.00' }])))['exceededBudgets'] as { rowId: string }[]).map(({ rowId }) =>
        rowId
      )
    expect(await rows()).toEqual(await rows())
    expect(await rows()).toEqual([expect.stringMatching(/^[0-9a-f]{20}$/)])
  })

  it('does not measure rows off the budget', async () => {
    const off = valueOf([{ rowId: '1', amount: '5000.00', offBudgetStatus: '1' }])
    expect(await prepared('a', off)).toMatchObject({ exceedsBudget: false, exceededBudgets: [] })
  })

  it('says what has no budget, which exceeds none, as long as it is asked for', async () => {
    const free = (amount: string) => ({ rowId: '1', amount, expenseCategory: 'free' })
    const said = { exceedsBudget: false,
      exceededBudgets: [{ category: 'free', warnLevel: 'none', thisAmount: '5000.00', exceeded: '0.00' }] }
    const filed = valueOf([free('5000.00')], await prepared('unplanned', valueOf([free('5000.00')])))
    expect(filed).toMatchObject(said)
    await file('unplanned', filed)
    const passed = (items: Parameters<typeof valueOf>[0]) =>
      prepared('unplanned', { ...filed, items: valueOf(items)['items'] }, { filing: false, before: filed })
    expect(await passed([free('5000.00')])).toMatchObject(said)
    expect(await passed([free('4000.00')])).toMatchObject({ exceededBudgets: [{ warnLevel: 'none', thisAmount: '4000.00' }] })
    expect(await passed([])).toMatchObject({ exceedsBudget: false, exceededBudgets: [] })
    expect(await prepared('a', valueOf([free('1.00'), { rowId: '2', amount: '900.00' }]))).toMatchObject({ exceedsBudget: true,
      exceededBudgets: [{ category: 'food', warnLevel: 'over' }] })
  })

  it('does not count twice what the document holds already', async () => {
    const value = valueOf([{ rowId: '1', amount: '1000.00' }])
    expect(await prepared('first', value, { filing: true, before: value })).toMatchObject({ exceedsBudget: false })
    expect(await prepared('other', value)).toMatchObject({ exceedsBudget: true })
  })

  it('does not change in approval because others came later', async () => {
    const { db } = database
    await plan(db, 'food', '100.00', 2027)
    const value = valueOf([{ rowId: '1', amount: '80.00' }], { budgetMonth: '2027-01-01', exceedsBudget: false, exceededBudgets: [] })
    await file('early', value)
    await file('late', value)
    const passing = { filing: false, before: value }
    expect(await prepared('early', value, passing)).toMatchObject({ exceedsBudget: false, exceededBudgets: [] })
    const cut = { ...value, items: [{ rowId: '1', amount: '70.00', expenseCategory: 'food', bearingDept: 'line' }] }
    expect(await prepared('early', cut, passing)).toMatchObject({ exceedsBudget: false })
    const raised = { ...value, items: [{ rowId: '1', amount: '81.00', expenseCategory: 'food', bearingDept: 'line' }] }
    expect(await prepared('early', raised, passing)).toMatchObject({ exceedsBudget: true, exceededBudgets: [{ exceeded: '61.00' }] })
  })
})

describe('a document over budget that is cut in approval', () => {
  it('is measured anew: it is over by less, or not any more, whoever came later', async () => {
    const { db } = database
    await plan(db, 'food', '100.00', 2028)
    const asking = (amount: string, more: object = {}) => valueOf([{ rowId: '1', amount }], { budgetMonth: '2028-01-01', ...more })
    const filed = asking('120.00', await prepared('cut', asking('120.00'), { filing: false, before: asking('120.00') }))
    expect(filed).toMatchObject({ exceedsBudget: true, exceededBudgets: [{ exceeded: '20.00' }] })
    await file('cut', filed)
    await file('later', asking('50.00'))
    const passing = { filing: false, before: filed }
    const cutTo = (amount: string) => prepared('cut', { ...filed, items: asking(amount)['items'] }, passing)
    expect(await cutTo('120.00')).toMatchObject({ exceedsBudget: true, exceededBudgets: filed['exceededBudgets'] })
    expect(await cutTo('105.00')).toMatchObject({ exceedsBudget: true, exceededBudgets: [{ thisAmount: '105.00', exceeded: '5.00' }] })
    expect(await cutTo('100.00')).toMatchObject({ exceedsBudget: false, exceededBudgets: [] })
  })
})

describe('what stands against a document', () => {
  it('is a department above which nobody owns a budget, at its row', async () => {
    expect(await problems('a', valueOf([{ rowId: '1', amount: '1.00' }, { rowId: '2', amount: '1.00', bearingDept: 'office' }]))).toEqual([[
      'items.1.bearingDept',
      'budgets.noBudget',
      'block',
    ]])
  })

  it.each([
    ['2026-09-01', 'budgets.monthClosed'],
    ['2026-12-01', 'budgets.monthTooLate'],
    ['2026-10-01', undefined],
    ['2026-11-01', undefined],
  ])('is the month %s of a claim: %s', async (month, code) => {
    expect(await problems('a', valueOf([], { budgetMonth: month }))).toEqual(code ? [['budgetMonth', code, 'block']] : [])
  })

  it('is a month more than a year ahead for an application', async () => {
    expect(await problems('a', valueOf([], { budgetMonth: '2027-11-01' }), { form: application })).toEqual([])
    expect(await problems('a', valueOf([], { budgetMonth: '2027-12-01' }), { form: application })).toEqual([['budgetMonth',
      'budgets.monthTooLate', 'block']])
  })

  it('is not a month that closed while the document waited', async () => {
    const value = valueOf([], { budgetMonth: '2026-08-01' })
    expect(await problems('a', value, { filing: false, before: value })).toEqual([])
    expect(await problems('a', value, { filing: false, before: { ...value, budgetMonth: '2026-11-01' } })).toEqual([['budgetMonth',
      'budgets.monthClosed', 'block']])
  })

  it('is a warning near the budget, nothing over it, and a refusal where the year blocks', async () => {
    const { db } = database
    expect(await problems('a', valueOf([{ rowId: '1', amount: '101.00' }]))).toEqual([['items.0.expenseCategory', 'budgets.near', 'warn']])
    const stranger = { id: 'stranger', name: '生人/Stranger', locale: 'cn' } as const
    expect(await problems('a', valueOf([{ rowId: '1', amount: '101.00' }]), { actor: stranger })).toEqual([['items.0.expenseCategory',
      'budgets.nearWithoutFigure', 'warn']])
    expect(await problems('a', valueOf([{ rowId: '1', amount: '301.00' }]))).toEqual([])
    await plan(db, 'food', '100.00', 2026)
    await budgets(db).setYear({ year: 2026, control: 'block' })
    expect(await problems('a', valueOf([{ rowId: '1', amount: '1.00' }]))).toEqual([['items.0.expenseCategory', 'budgets.blocked',
      'block']])
    expect(await problems('a', valueOf([{ rowId: '1', amount: '1.00' }]), { actor: stranger })).toEqual([['items.0.expenseCategory',
      'budgets.blockedWithoutFigure', 'block']])
    expect(await problems('a', valueOf([{ rowId: '1', amount: '1.00', expenseCategory: 'free' }]))).toEqual([['items.0.expenseCategory',
      'budgets.blocked', 'block']])
    expect(await prepared('a', valueOf([{ rowId: '1', amount: '1.00', expenseCategory: 'free' }]))).toMatchObject({ exceedsBudget: true,
      exceededBudgets: [{ warnLevel: 'blocked' }] })
    await budgets(db).setYear({ year: 2026, control: 'warn' })
    await plan(db, 'food', '1000.00', 2026)
  })
})
