import { Decimal } from 'decimal.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDatabase, type TestDatabase } from '#server/database/testing.ts'
import { testApp, testCaller, type TestApp } from '#server/http/testing.ts'
import type { Caller } from '#server/identity/caller.ts'
import { groups } from '#server/identity/organisation/groups.ts'
import { users } from '#server/identity/organisation/users.ts'
import { testHost } from '#server/resources/testing.ts'
import expenseTypes from '#plugins/expense-types/plugin.ts'
import { budgetLines } from '../ledger/lines.ts'
import { ledger } from '../ledger/ledger.ts'
import budgetServer from '../plugin.ts'
import { at, company, plan, sets } from '../testing.ts'

const all = { scopes: { '*': [{ scope: 'all', withSub: false, departments: [] }] } } as const
const people: Record<string, Partial<Caller>> = {
  finance: { permissions: new Set(['finance:budget:*']), ...all },
  local: { permissions: new Set(['finance:budget:*']), scopes: { '*': [{ scope: 'department', withSub: false, departments: [] }] },
    departments: ['office'] },
  head: {},
  employee: {},
}

let database: TestDatabase
let web: TestApp

beforeAll(async () => {
  database = await testDatabase({ sets, connections: 20 })
  const { db } = database
  await company(db)
  await users(db, new Date()).create({ id: 'head', userName: 'head', name: '主管/Head' })
  await groups(db, new Date()).setHeads('plant', { head: 'head' })
  const { host } = testHost(db, [expenseTypes], [budgetServer])
  web = await testApp(async (app) => {
    await budgetServer.routes?.(app, host)
  }, {}, {
    authenticate: async ({ headers }) =>
      testCaller(headers.authorization?.slice(7) ?? '', [], people[headers.authorization?.slice(7) ?? '']),
  })
})
afterAll(async () => {
  await web.app.close()
  await database.drop()
})

interface PlanAnswer {
  readonly code: number
  readonly data: { readonly id: string; readonly version: number; readonly ids: string[]; readonly fields: { readonly name: string }[];
    readonly number: string; readonly due: number; readonly overdue: boolean;
    readonly records: { readonly change: string; readonly balance: string; readonly businessNo: string | null }[]; readonly planned: string;
    readonly balance: string }
}

async function call(who: string, method: 'GET' | 'POST' | 'PUT', url: string, payload?: object): Promise<PlanAnswer> {
  return (await web.app.inject({ method, url: `/budgetservice${url}`, payload, headers: { authorization: `Bearer ${who}` } })).json<
    PlanAnswer
  >()
}

const months = (amount = '10.00') => Array.from({ length: 12 }, () => amount)
const row = (rest: object = {}) => ({ budgetYear: 2026, departmentId: 'plant', expenseCategoryId: 'food', months: months(), remark: null,
  ...rest })
const fields = ({ data }: PlanAnswer) => data.fields.map(({ name }) => name)

describe('a line of the budget', () => {
  it('is added once, changed on its version, and remembers what it was', async () => {
    const made = await call('finance', 'POST', '/annualBudget/save', row())
    expect(made).toMatchObject({ code: 200, data: { version: 0, annualBudget: '60.00' } })
    expect(fields(await call('finance', 'POST', '/annualBudget/save', row()))).toEqual(['expenseCategoryId'])
    const changed = { id: made.data.id, version: 0, months: months('20.00'), remark: 'more' }
    expect(await call('finance', 'PUT', '/annualBudget/update', changed)).toMatchObject({ code: 200,
      data: { version: 1, annualBudget: '120.00' } })
    expect((await call('finance', 'PUT', '/annualBudget/update', changed)).code).toBe(42007)
    expect(await call('head', 'GET', `/annualBudget/history?id=${made.data.id}`)).toMatchObject({
      data: [{ action: 'edit', before: { remark: null }, after: { remark: 'more' } }, { action: 'add' }],
    })
    expect((await call('local', 'GET', `/annualBudget/history?id=${made.data.id}`)).code).toBe(404)
  })

  it.each([
    [{ months: months().with(3, '-1') }, 'months.3'],
    [{ months: months().with(11, '1.234') }, 'months.11'],
    [{ months: months().with(0, '') }, 'months.0'],
    [{ departmentId: 'line' }, 'departmentId'],
    [{ departmentId: '' }, 'departmentId'],
    [{ expenseCategoryId: 'unknown' }, 'expenseCategoryId'],
    [{ remark: 'x'.repeat(201) }, 'remark'],
  ])('with %o is refused at %s', async (wrong, field) => {
    expect(fields(await call('finance', 'POST', '/annualBudget/save', row({ expenseCategoryId: 'cars', ...wrong })))).toEqual([field])
  })

  it('comes with others in one go, all or none', async () => {
    const rows = [row({ expenseCategoryId: 'cars' }), row({ expenseCategoryId: 'free', months: months('-1') })]
    expect(fields(await call('finance', 'POST', '/annualBudget/save', { rows }))).toEqual(
      Array.from({ length: 12 }, (_, index) => `rows.1.months.${index}`),
    )
    expect(fields(await call('finance', 'POST', '/annualBudget/save', { rows: [rows[0], rows[0]] }))).toEqual(['rows.1.expenseCategoryId'])
    expect(fields(await call('finance', 'POST', '/annualBudget/save', { rows: [] }))).toEqual(['rows'])
    expect((await call('finance', 'POST', '/annualBudget/page', { expenseCategoryIds: ['cars'] })).data.records).toEqual([])
    expect((await call('finance', 'POST', '/annualBudget/save', { rows: [rows[0]] })).data.ids).toHaveLength(1)
  })

  it('is made by one of two who make it at once', async () => {
    const made = await Promise.all([1, 2].map(() => call('finance', 'POST', '/annualBudget/save', row({ expenseCategoryId: 'free' }))))
    expect(made.map(({ code }) => code).toSorted()).toEqual([200, 42009])
  })

  it('is changed by those who may, where they see it', async () => {
    for (const who of ['head', 'employee', 'local'])
      expect((await call(who, 'POST', '/annualBudget/save', row({ budgetYear: 2027 }))).code).toBe(403)
    expect((await call('employee', 'POST', '/annualBudget/page', {})).code).toBe(403)
    expect((await call('head', 'POST', '/annualBudget/page', { size: 500 })).data.records.length).toBeGreaterThan(0)
  })
})

describe('an adjustment', () => {
  const side = (cat: string, month: string) => ({ dept: 'plant', cat, month })
  const adjust = (from: object, to: object, amount: string, who = 'finance') =>
    call(who, 'POST', '/budget/adjust', { from, to, amount, reason: '展会' })

  beforeAll(async () => {
    for (const category of ['food', 'cars']) await plan(database.db, category, '100.00', 2028)
  })

  const available = async (category: string, month: number) => {
    const [line] = await budgetLines(database.db, [{ department: 'plant', category, year: 2028, month }])
    return line!.ofMonth.budget.minus(line!.ofMonth.used).minus(line!.ofMonth.occupied).toFixed(2)
  }

  it('moves budget, and its two entries cancel each other', async () => {
    expect((await adjust(side('food', '2028-01'), side('cars', '2028-02'), '40.00')).data.number).toMatch(/^TZ\d{12}$/)
    expect([await available('food', 1), await available('cars', 2)]).toEqual(['60.00', '140.00'])
    const entries = await call('finance', 'POST', '/budget/ledger/page', { departmentId: 'plant', categoryId: 'cars', month: '2028-02' })
    expect(entries.data).toMatchObject({ planned: '100.00', balance: '140.00',
      records: [{ entryType: 'TRANSFER', change: '40.00', balance: '140.00', reason: '展会' }] })
  })

  it('takes no more than is available, and goes to what has a plan', async () => {
    expect(fields(await adjust(side('food', '2028-03'), side('food', '2028-04'), '100.01'))).toEqual(['amount'])
    expect(fields(await adjust(side('food', '2028-03'), side('free', '2028-04'), '1.00'))).toEqual(['to'])
    expect(fields(await adjust(side('food', '2028-03'), side('food', '2028-03'), '1.00'))).toEqual(['to'])
    expect(fields(await adjust(side('food', '2028-03'), side('food', '2029-03'), '1.00'))).toEqual(['to'])
    expect(fields(await adjust(side('food', '2028-03'), side('food', '2028-04'), '0.00'))).toEqual(['amount'])
    expect((await adjust(side('food', '2028-03'), side('food', '2028-04'), '1.00', 'head')).code).toBe(403)
  })

  it('never spends the same rest twice, however many try', async () => {
    const tried = await Promise.all(
      Array.from({ length: 12 }, (_, index) => adjust(side('food', '2028-05'), side(index % 2 ? 'food' : 'cars', '2028-06'), '30.00')),
    )
    expect(tried.filter(({ code }) => code === 200)).toHaveLength(3)
    expect(await available('food', 5)).toBe('10.00')
  })

  it('crosses another one without a deadlock', async () => {
    const both = Array.from({ length: 10 },
      (_, index) => adjust(side(index % 2 ? 'food' : 'cars', '2028-07'), side(index % 2 ? 'cars' : 'food', '2028-07'), '1.00'))
    expect((await Promise.all(both)).map(({ code }) => code)).toEqual(Array.from({ length: 10 }, () => 200))
  })

  it('leaves no plan that is lower than what was moved away', async () => {
    const { id, version } = await database.db.selectFrom('annual_budget').select(['id', 'version']).where('budget_year', '=', 2028).where(
      'expense_category_id',
      '=',
      'food',
    )
      .executeTakeFirstOrThrow()
    expect(
      fields(await call('finance', 'PUT', '/annualBudget/update', { id, version, months: months('20.00').with(4, '80.00'), remark: null })),
    ).toEqual(['months.0', 'months.4'])
  })
})

describe('a year', () => {
  const locking = (locked: boolean, who = 'finance') => call(who, 'POST', '/annualBudget/lock', { year: 2031, locked, reason: '年度关账' })

  it('is closed and opened with a reason, and closed it changes no more', async () => {
    const { data } = await call('finance', 'POST', '/annualBudget/save', row({ budgetYear: 2031 }))
    expect(await locking(true)).toMatchObject({ data: { locked: true } })
    const refused = [
      await call('finance', 'POST', '/annualBudget/save', row({ budgetYear: 2031, expenseCategoryId: 'cars' })),
      await call('finance', 'PUT', '/annualBudget/update', { id: data.id, version: 0, months: months(), remark: null }),
      await call('finance', 'POST', '/budget/adjust', { from: { dept: 'plant', cat: 'food', month: '2031-01' },
        to: { dept: 'plant', cat: 'food', month: '2031-02' }, amount: '1.00', reason: 'x' }),
      await call('finance', 'PUT', '/annualBudget/setting', { year: 2031, startMonth: 1, endMonth: 12, varianceDueDays: 15,
        control: 'warn' }),
    ]
    expect(refused.map(({ code }) => code)).toEqual([42009, 42009, 42009, 42009])
    expect(await locking(false)).toMatchObject({ data: { locked: false } })
    expect((await call('finance', 'PUT', '/annualBudget/update', { id: data.id, version: 0, months: months('5.00'), remark: null })).code)
      .toBe(200)
    expect((await locking(true, 'head')).code).toBe(403)
  })

  it('is counted as it is set', async () => {
    const setting = { year: 2031, startMonth: 1, endMonth: 12, varianceDueDays: 20, control: 'block' }
    expect(await call('finance', 'PUT', '/annualBudget/setting', setting)).toMatchObject({ data: setting })
    expect((await call('finance', 'POST', '/annualBudget/page', { year: 2031 })).data).toMatchObject({ totals: { annualBudget: '60.00' },
      setting })
    expect(
      fields(
        await call('finance', 'PUT', '/annualBudget/setting', { ...setting, endMonth: 12, startMonth: 12 }).then(() =>
          call('finance', 'PUT', '/annualBudget/setting', { ...setting, startMonth: 8, endMonth: 7 })
        ),
      ),
    ).toEqual(['endMonth'])
  })
})

describe('the reason of a variance', () => {
  const explain = (quarter: number, who = 'head') =>
    call(who, 'POST', '/budget/varianceReason', { year: 2026, quarter, departmentId: 'plant', categoryId: 'cars', reason: '旺季' })

  beforeAll(async () => {
    for (const month of [9, 11]) {
      await ledger(database.db).post([{ department: 'plant', category: 'cars', year: 2026, month, row: '1', kind: 'spend',
        amount: new Decimal('30.01') }], {
        document: `spent-${month}`,
        type: 'made-up',
        round: 1,
        operator: 'wang',
        at,
      })
    }
  })

  it('is due where a quarter that is over cost more than planned', async () => {
    const { data } = (await call('head', 'GET', '/budget/varianceReason?year=2026&quarter=3')) as unknown as { data: object[] }
    expect(data.find((line) => 'expenseCategoryId' in line && line.expenseCategoryId === 'cars')).toMatchObject({ budget: '30.00',
      actual: '30.01', variance: '-0.01', needed: true, dueDate: '2026-10-15', reason: null })
    expect((await call('head', 'GET', '/budget/varianceReason/due?year=2026')).data.due).toBe(1)
    expect((await call('local', 'GET', '/budget/varianceReason/due?year=2026')).data.due).toBe(0)
  })

  it('counts as late after fifteen days, stays in time when it is corrected, and is the head’s to give', async () => {
    expect((await explain(3, 'employee')).code).toBe(403)
    expect((await explain(3)).data.overdue).toBe(true)
    expect((await call('head', 'GET', '/budget/varianceReason/due?year=2026')).data.due).toBe(0)
    expect((await explain(4)).data.overdue).toBe(false)
    expect((await explain(4, 'finance')).data.overdue).toBe(false)
  })
})

describe('a glance', () => {
  it('shows the budgets that are furthest in use, to heads their own', async () => {
    const { data } = (await call('head', 'GET', '/budget/glance?year=2026&size=2')) as unknown as { data: object[] }
    expect(data).toMatchObject([{ expenseCategoryId: 'cars', band: 'over' }, { expenseCategoryId: 'food' }])
    expect(await call('employee', 'GET', '/budget/glance')).toMatchObject({ code: 200, data: [] })
  })
})
