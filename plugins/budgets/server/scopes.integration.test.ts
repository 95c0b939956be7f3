import { Decimal } from 'decimal.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDatabase, type TestDatabase } from '#server/database/testing.ts'
import { testApp, testCaller, type TestApp } from '#server/http/testing.ts'
import type { Caller, DataScope } from '#server/identity/caller.ts'
import { groups } from '#server/identity/organisation/groups.ts'
import { textsOf } from '#server/imports/testing.ts'
import { testHost } from '#server/resources/testing.ts'
import expenseTypes from '#plugins/expense-types/plugin.ts'
import { budgets } from './plans/plans.ts'
import { ledger } from './ledger/ledger.ts'
import budgetServer from './plugin.ts'
import { at, company, sets } from './testing.ts'

/** Departments that own budgets: two siblings, and one below the first. */
const owners = { plant: ['food', 'cars'], press: ['food'], shop: ['food', 'cars', 'free'] } as const

const scope = (scope: DataScope['scope'], withSub = false, departments: readonly string[] = []): DataScope => ({ scope, withSub,
  departments: [...departments] })
const viewer = (...scopes: readonly DataScope[]): Partial<Caller> => ({
  permissions: new Set(['finance:budget:view', 'finance:budget:export']),
  scopes: { '*': [...scopes] },
  departments: ['plant'],
})

const people: Record<string, { readonly caller: Partial<Caller>; readonly sees: readonly (keyof typeof owners)[] }> = {
  'own department': { caller: viewer(scope('department')), sees: ['plant'] },
  'own and sub-departments': { caller: viewer(scope('department', true)), sees: ['plant', 'press'] },
  customised: { caller: viewer(scope('custom', false, ['shop'])), sees: ['shop'] },
  'customised with sub-departments': { caller: viewer(scope('custom', true, ['plant'])), sees: ['plant', 'press'] },
  'two roles': { caller: viewer(scope('custom', false, ['shop']), scope('department')), sees: ['plant', 'shop'] },
  all: { caller: viewer(scope('all')), sees: ['plant', 'press', 'shop'] },
}

let database: TestDatabase
let web: TestApp

beforeAll(async () => {
  database = await testDatabase({ sets })
  const { db } = database
  await company(db)
  await groups(db, new Date()).create({ id: 'press', parent: 'plant', type: 'DEPARTMENT', name: '冲压/Press', hasBudgetDept: true })
  await groups(db, new Date()).create({ id: 'shop', parent: 'group', type: 'DEPARTMENT', name: '门店/Shop', hasBudgetDept: true })
  let serial = 0
  for (const [department, categories] of Object.entries(owners)) {
    for (const category of categories) {
      serial += 1
      await budgets(db).save({ year: 2026, department, category, months: Array.from({ length: 12 }, () => `${serial}00.10`), by: 'test',
        at: new Date() })
      const key = { department, category, year: 2026, month: 8 }
      await ledger(db).post([{ ...key, row: '1', kind: 'spend', amount: new Decimal(`${serial}0.03`) }], { document: `spent-${serial}`,
        type: 'made-up', round: 1, operator: 'wang', at })
    }
  }
  const { host } = testHost(db, [expenseTypes], [budgetServer])
  web = await testApp(
    async (app) => {
      await budgetServer.routes?.(app, host)
    },
    {},
    {
      authenticate: async ({ headers }) =>
        testCaller('someone', [], people[decodeURIComponent(headers.authorization?.slice(7) ?? '')]?.caller),
    },
  )
})
afterAll(async () => {
  await web.app.close()
  await database.drop()
})

interface Sums {
  readonly annualBudget: string
  readonly used: string
}

const headers = (who: string) => ({ authorization: `Bearer ${encodeURIComponent(who)}`, 'accept-language': 'en_US' })
const total = (amounts: readonly string[]) =>
  amounts.reduce((sum, amount) => sum.plus(amount.replaceAll(',', '')), new Decimal(0)).toFixed(2)

async function page(who: string) {
  const answer = await web.app.inject({ method: 'POST', url: '/budgetservice/annualBudget/page', payload: { year: 2026, size: 500 },
    headers: headers(who) })
  return answer.json<{ data: { total: number; records: readonly (Sums & { departmentId: string })[]; totals: Sums } }>().data
}

async function exported(who: string) {
  const { rawPayload } = await web.app.inject({ method: 'GET', url: '/budgetservice/annualBudget/export?year=2026', headers: headers(who) })
  const [header = [], ...rows] = await textsOf(new Uint8Array(rawPayload))
  const column = (name: string) => header.findIndex((text) => text.replace('*', '') === name)
  return rows.map((cells) => ({ annualBudget: cells[column('Annual budget')] ?? '', used: cells[column('Used')] ?? '' }))
}

/** Exported ledger entries, newest first. */
async function exportedEntries(who: string, search = '') {
  const { rawPayload } = await web.app.inject({ method: 'GET', url: `/budgetservice/budget/ledger/export?year=2026${search}`,
    headers: headers(who) })
  const [header = [], ...rows] = await textsOf(new Uint8Array(rawPayload))
  return rows.map((cells) => Object.fromEntries(header.map((name, column) => [name, cells[column] ?? ''])))
}

describe.each(Object.entries(people))('who sees %s', (who, { sees }) => {
  it('finds the same lines and sums on the page and in the export, and in the books themselves', async () => {
    const seen = await page(who)
    expect([...new Set(seen.records.map(({ departmentId }) => departmentId))].toSorted()).toEqual([...sees].toSorted())
    expect(seen.total).toBe(sees.flatMap((department) => owners[department]).length)
    const sums = { annualBudget: total(seen.records.map(({ annualBudget }) => annualBudget)),
      used: total(seen.records.map(({ used }) => used)) }
    expect(seen.totals).toMatchObject(sums)

    const rows = await exported(who)
    expect(rows).toHaveLength(seen.total)
    expect({ annualBudget: total(rows.map(({ annualBudget }) => annualBudget)), used: total(rows.map(({ used }) => used)) }).toEqual(sums)

    const spent = await database.db.selectFrom('budget_entry').select('amount').where('department_id', 'in', [...sees]).execute()
    expect(sums.used).toBe(total(spent.map(({ amount }) => amount)))

    const entries = await exportedEntries(who)
    expect(entries.map((entry) => [entry['Type'], entry['Month']])).toEqual(spent.map(() => ['Spent', '2026-08']))
    expect(total(entries.map((entry) => entry['Change'] ?? ''))).toBe(new Decimal(sums.used).negated().toFixed(2))
    const department = sees[0] ?? 'plant'
    const narrowed = await exportedEntries(who, `&departmentId=${department}&categoryId=${owners[department][0]}&fromMonth=8&toMonth=8`)
    expect(narrowed).toHaveLength(1)
    expect(
      new Decimal((narrowed[0]?.['Balance'] ?? '').replaceAll(',', '')).minus((narrowed[0]?.['Change'] ?? '').replaceAll(',', '')).toFixed(
        2,
      ),
    ).toMatch(/^\d+00\.10$/)
  })
})
