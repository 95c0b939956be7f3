import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withClient } from '#server/database/connection.ts'
import { testDatabase, type TestDatabase } from '#server/database/testing.ts'
import { testApp, testCaller, type TestApp } from '#server/http/testing.ts'
import type { Caller } from '#server/identity/caller.ts'
import { users } from '#server/identity/organisation/users.ts'
import { groups } from '#server/identity/organisation/groups.ts'
import { testHost } from '#server/resources/testing.ts'
import { definePlugin } from '#kernel/plugin.ts'
import expenseTypes from '#plugins/expense-types/plugin.ts'
import { budgetOfDocuments } from './documents/extension.ts'
import { linesStatement } from './ledger/lines.ts'
import budgetServer from './plugin.ts'
import { application, claim, company, plan, sets, step, valueOf } from './testing.ts'

const people: Record<string, Partial<Caller>> = {
  finance: { permissions: new Set(['finance:budget:view', 'finance:budget:edit']),
    scopes: { '*': [{ scope: 'all', withSub: false, departments: [] }] } },
  local: { permissions: new Set(['finance:budget:view']), scopes: { '*': [{ scope: 'department', withSub: false, departments: [] }] },
    departments: ['office'] },
  head: {},
  employee: { departments: ['line'] },
  stranger: { departments: ['office'] },
}

let database: TestDatabase
let web: TestApp

beforeAll(async () => {
  database = await testDatabase({ sets })
  const { db } = database
  await company(db)
  await users(db, new Date()).create({ id: 'head', userName: 'head', name: '主管/Head' })
  await groups(db, new Date()).setHeads('plant', { head: 'head' })
  await plan(db, 'food', '1000.00')
  await plan(db, 'cars', '500.00')
  const filed = valueOf([{ rowId: '1', amount: '700.00' }, { rowId: '2', amount: '20.00', expenseCategory: 'cars' }])
  await step(db, { id: 'filed', value: filed }, (now) => budgetOfDocuments.onSubmit!(now))
  await documentRow('filed', 't', { value: filed, starter: 'employee' })
  const { host } = testHost(db, [expenseTypes, definePlugin({ id: 'made-up', forms: [claim, application] })], [budgetServer])
  web = await testApp(
    async (app) => {
      await budgetServer.routes?.(app, host)
    },
    {},
    {
      authenticate: async ({ headers }) =>
        testCaller(headers.authorization?.slice(7) ?? '', [], people[headers.authorization?.slice(7) ?? '']),
    },
  )
})
afterAll(async () => {
  await web.app.close()
  await database.drop()
})

async function call(who: string, method: 'GET' | 'POST', url: string, payload?: object) {
  const answer = await web.app.inject({ method, url, payload, headers: { authorization: `Bearer ${who}` } })
  return answer.json<{ code: number; msg: string; data: { records: object[]; total: number; fields: object[] } }>()
}

/** Inserts a document row, by default in approval. */
const documentRow = async (id: string, type: string,
  more: { starter?: string; state?: 'completed' | 'refused'; amount?: string; month?: number; value?: object }) => {
  const year = new Date().getFullYear()
  await database.db.insertInto('document').values({
    id,
    number: id,
    type,
    flow: 'h',
    title: id,
    title_en: id,
    state: more.state ?? 'inApproval',
    round: 1,
    revision: 1,
    value: JSON.stringify(more.value ?? {}),
    process: '{}',
    amount: more.amount ?? null,
    starter: more.starter ?? 'wang',
    applicant: more.starter ?? 'wang',
    department: 'line',
    current_nodes: '[]',
    started_at: new Date(Date.UTC(year, (more.month ?? 3) - 1, 1, -7)),
    ended_at: more.state ? new Date() : null,
    updated_at: new Date(),
    history_seq: 1,
    history_hash: 'h',
  }).execute()
}

const line = (amountRmb: string, rest: object = {}) => ({ expenseCategoryId: 'food', month: '2026-11-01', amountRmb, ...rest })
const check = (lines: object[], departmentId = 'line', who = 'employee') =>
  call(who, 'POST', '/budgetservice/budget/check', { departmentId, lines })

describe('the check while a document is written', () => {
  it('counts lines of one budget together', async () => {
    expect((await check([line('200.00'), line('150.00', { month: '2026-11' }), line('1.00', { expenseCategoryId: 'cars' })])).data)
      .toMatchObject([
        { departmentName: '工厂/Plant', budgetDept: 'plant', budget: '1000.00', occupied: '700.00', available: '300.00',
          thisAmount: '350.00', exceeded: '50.00', overMonth: true, overAnnual: false, band: 'over' },
        { thisAmount: '350.00', overMonth: true },
        { thisAmount: '1.00', overMonth: false, band: 'within' },
      ])
  })

  it('tells people of other departments the band, and none of the figures', async () => {
    const { data } = await check([line('350.00')], 'line', 'stranger')
    expect(data).toEqual([{ ...line('350.00'), budgetDept: 'plant', departmentName: '工厂/Plant', thisAmount: '350.00',
      coveredAmount: '0.00', overMonth: true, overAnnual: false, band: 'over', blocked: false }])
    for (const who of ['finance', 'head'])
      expect((await check([line('350.00')], 'line', who)).data).toMatchObject([{ available: '300.00' }])
  })

  it('tells the twelve months of a budget to whoever may know it, without what the document holds', async () => {
    const year = async (who: string, rest: object = {}) => {
      const { data } = await call(who, 'POST', '/budgetservice/budget/check', { departmentId: 'line', months: true,
        lines: [line('1.00', rest)] })
      return (data as unknown as { months?: object[] }[])[0]?.months
    }
    expect(await year('finance')).toHaveLength(12)
    expect((await year('finance'))?.[10]).toEqual({ budget: '1000.00', used: '0.00', occupied: '700.00' })
    expect((await year('employee', { businessKey: 'filed' }))?.[10]).toMatchObject({ occupied: '0.00' })
    expect(await year('stranger')).toBeUndefined()
  })

  it('does not count what the document itself holds', async () => {
    expect((await check([line('900.00', { businessKey: 'filed' })])).data).toMatchObject([{ occupied: '0.00', overMonth: false,
      band: 'near' }])
  })

  it('asks only for what goes beyond the occupation of the applications that a row draws on, before and after the filing', async () => {
    const { db } = database
    const occupy = (document: string, amount: string, rest: object = {}) =>
      db.insertInto('budget_entry').values({ year: 2031, month: 7, department_id: 'plant', expense_category_id: 'cars', kind: 'occupy',
        amount, direction: 1, document_id: document, row_id: '1', round: 1, step: 1, operator: 'employee', happen_time: new Date(),
        ...rest }).execute()
    await plan(db, 'cars', '500.00', 2031)
    await documentRow('trip', application.key, { amount: '400.00', state: 'completed', starter: 'employee' })
    await occupy('trip', '400.00')
    const july = (rest: object = {}) => line('450.00', { expenseCategoryId: 'cars', month: '2031-07', ...rest })
    const draws = (names: object) => july({ draws: [{ amountRmb: '450.00', ...names }] })
    const whole = { thisAmount: '450.00', coveredAmount: '0.00', occupied: '400.00', exceeded: '350.00', band: 'over' }
    const covered = { thisAmount: '450.00', coveredAmount: '400.00', occupied: '400.00', exceeded: '0.00', band: 'near' }
    expect((await check([july()])).data).toMatchObject([whole])
    expect((await check([draws({ applications: ['trip'] })])).data).toMatchObject([covered])
    expect((await check([draws({ numbers: ['trip'] })])).data).toMatchObject([covered])
    // an application that the reader may not see covers nothing
    expect((await check([draws({ applications: ['trip'] })], 'line', 'stranger')).data).toMatchObject([{ band: 'over',
      coveredAmount: '0.00' }])
    // once the claim is filed, it has taken over the occupation
    await documentRow('claim', claim.key, { amount: '450.00', starter: 'employee' })
    await occupy('trip', '400.00', { kind: 'release', direction: -1, step: 2 })
    await occupy('claim', '400.00', { source_id: 'trip', source_row: '1' })
    await occupy('claim', '50.00', { step: 2 })
    const filed = { ...draws({ applications: ['trip'] }), businessKey: 'claim' }
    expect((await check([filed])).data).toMatchObject([covered])
  })

  it('looks at the months of the year that count', async () => {
    expect((await check([line('5400.00')])).data).toMatchObject([{ overMonth: true, overAnnual: true }])
    expect((await check([line('5300.00')])).data).toMatchObject([{ overMonth: true, overAnnual: false }])
  })

  it('refuses a department without budget, with the words of the rule', async () => {
    expect(await check([line('1.00')], 'office')).toMatchObject({ code: 42009, data: { fields: [{ name: 'departmentId' }] } })
  })

  it.each([[{ amountRmb: 'NaN' }], [{ amountRmb: 1 }], [{ month: '2026-13' }], [{ month: "2026-11'" }], [{ colour: 'red' }], [{
    expenseCategoryId: '',
  }]])('refuses %o', async (rest) => {
    expect((await check([line('1.00', rest)])).code).toBe(42009)
  })

  it('finds plans and totals by index however many entries there are', async () => {
    const { db } = database
    await sql`insert into annual_budget (id, budget_year, department_id, expense_category_id) select 'x' || n, 2026, 'd' || n, 'c'
      from generate_series(1, 5000) n`
      .execute(db)
    await sql`
      insert into budget_entry (year, month, department_id, expense_category_id, kind, amount, direction, document_id, row_id, round,
        step, operator, happen_time)
      select 2026, 11, 'd' || (n % 500), 'c', 'occupy', 1, 1, 'bulk' || n, '1', 1, 1, 'x', now() from generate_series(1, 20000) n`.execute(
      db,
    )
    await withClient(database.owner, (client) => client.query('analyze'))
    const keys = Array.from({ length: 100 }, (_, index) => ({ department: `d${index}`, category: 'c', year: 2026, month: 11 }))
    const { rows } = await sql<{ 'QUERY PLAN': unknown }>`explain (format json, costs off) ${linesStatement(keys, 'bulk1')}`.execute(db)
    const text = JSON.stringify(rows)
    for (const index of ['budget_total_pkey', 'budget_entry_posting', 'annual_budget_line']) expect(text).toContain(index)
    expect(text).not.toMatch(/"Seq Scan"[^}]*"Relation Name":"(budget_total|budget_entry|annual_budget)"/)
  })
})

describe('who sees budgets', () => {
  it('is whoever may, within their departments, and every head', async () => {
    expect((await call('finance', 'GET', '/budgetservice/permission/mine')).data).toEqual({ canViewAll: true, departmentIds: [],
      canEdit: true })
    expect((await call('local', 'GET', '/budgetservice/permission/mine')).data).toEqual({ canViewAll: false, departmentIds: ['office'],
      canEdit: false })
    const head = (await call('head', 'GET', '/budgetservice/permission/mine')).data as unknown as { departmentIds: string[] }
    expect(head.departmentIds.toSorted()).toEqual(['line', 'plant'])
    expect((await call('employee', 'GET', '/budgetservice/permission/mine')).data).toEqual({ canViewAll: false, departmentIds: [],
      canEdit: false })
  })

  it('reads the budgets of a department by category', async () => {
    const url = '/budgetservice/budget/list?departmentId=line&year=2026&month=11'
    const expected = [
      { expenseCategoryId: 'cars', name: 'cars', monthBudget: '500.00', monthUsed: '0.00', monthOccupied: '20.00', monthAvailable: '480.00',
        annualAvailable: '2980.00', band: 'within' },
      { expenseCategoryId: 'food', name: 'food', monthBudget: '1000.00', monthUsed: '0.00', monthOccupied: '700.00',
        monthAvailable: '300.00', annualAvailable: '5300.00', band: 'within' },
    ]
    expect((await call('finance', 'GET', url)).data).toEqual(expected)
    expect((await call('head', 'GET', url)).data).toEqual(expected)
    for (const who of ['local', 'employee']) expect((await call(who, 'GET', url)).code).toBe(403)
  })

  it('reads the entries behind them', async () => {
    const page = (who: string, body: object = {}) =>
      call(who, 'POST', '/budgetservice/budget/ledger/page', { businessKey: 'filed', ...body })
    expect((await page('finance', { categoryId: 'food' })).data).toMatchObject({
      total: 1,
      records: [{ year: 2026, month: 11, departmentId: 'plant', expenseCategoryId: 'food', entryType: 'OCCUPY', amountRmb: '700.00',
        businessKey: 'filed', itemId: '1', happenTime: '2026-11-20 12:00:00' }],
    })
    expect((await page('head', { month: '2026-11', entryType: 'OCCUPY' })).data.total).toBe(2)
    expect((await page('head', { month: 10, year: 2026 })).data.total).toBe(0)
    expect((await page('local')).data.total).toBe(0)
    expect((await page('employee')).code).toBe(403)
  })
})

describe('the year as pictures show it', () => {
  const overview = async (who: string, search = '') =>
    (await call(who, 'GET', `/budgetservice/budget/overview?year=2026${search}`)).data as unknown as { budget: string; occupied: string;
      months: { budget: string; occupied: string }[]; categories: { id: string; budget: string }[];
      departments: { id: string; budget: string; months: { budget: string; occupied: string }[] }[] } | null

  it('sums the months that count, by category and department', async () => {
    const answer = await overview('finance')
    expect(answer).toMatchObject({ year: 2026, startMonth: 7, endMonth: 12, budget: '9000.00', used: '0.00', occupied: '720.00' })
    expect(answer?.months[10]).toEqual({ budget: '1500.00', used: '0.00', occupied: '720.00' })
    expect(answer?.categories.map(({ id, budget }) => [id, budget]).toSorted()).toEqual([['cars', '3000.00'], ['food', '6000.00']])
    expect(answer?.departments).toMatchObject([{ id: 'plant', budget: '9000.00' }])
    expect(answer?.departments[0]?.months[10]).toEqual({ budget: '1500.00', used: '0.00', occupied: '720.00' })
  })

  it('shows heads their own departments, and nothing to somebody who heads none', async () => {
    expect(await overview('head', '&own=true')).toMatchObject({ budget: '9000.00' })
    expect(await overview('finance', '&own=true')).toBeNull()
    expect((await call('stranger', 'GET', '/budgetservice/budget/overview')).code).toBe(403)
  })
})

it('shows people what they claimed this year, and nothing that others did or that spends nothing', async () => {
  const file = documentRow
  const year = new Date().getFullYear()
  await file('y1', claim.key, { amount: '10.00', state: 'completed' })
  await file('y2', claim.key, { amount: '5.50' })
  await file('y3', claim.key, { amount: '100.00', state: 'refused' })
  await file('y4', application.key, { amount: '100.00' })
  await file('y5', claim.key, { amount: '100.00', starter: 'employee' })
  await file('y6', claim.key, { amount: '100.00', month: -5 })
  const { data } = await call('wang', 'GET', '/budgetservice/budget/myYear')
  expect(data).toMatchObject({ year, approved: '10.00', waiting: '5.50' })
  expect((data as unknown as { months: object[] }).months[2]).toEqual({ approved: '10.00', waiting: '5.50' })
})
