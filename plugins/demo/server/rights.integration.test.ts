import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pathOfCalls } from '#kernel/resource.ts'
import type { TestProduct } from '#server/documents/testing.ts'
import { statisticsCall } from '#plugins/statistics/statistics-page.ts'
import { statisticsPages } from '#plugins/statistics/testing-pages.ts'
import declarations from '#resources/declarations.ts'
import { claim, claims, row } from '#plugins/expenses/server/testing-claims.ts'
import { accounts } from './company/accounts.ts'
import { budgetUnitOf, budgetUnits, people } from './company/organisation.ts'
import { categoryId, costCenterId } from './records.ts'
import { demoProduct } from './testing.ts'

let product: TestProduct
beforeAll(async () => {
  product = await demoProduct()
})
afterAll(() => product?.close())

/** Accounts listed on the demo sign-in page. */
const signingIn = accounts.map(({ userName }) => userName).filter((userName) => userName !== 'disabled')

interface BudgetCheckAnswer {
  readonly budgetDept: string
  readonly band: string
  readonly overMonth: boolean
  readonly budget?: string
}

const figures = ['budget', 'spent', 'occupied', 'available', 'exceeded'] as const

/** Departments whose budget figures a person may see: those bearing costs of their units, those they head, and those in their scope. */
async function known(userName: string): Promise<ReadonlySet<string>> {
  const { canViewAll, departmentIds } =
    (await product.as(userName).get<{ canViewAll: boolean; departmentIds: string[] }>('/budgetservice/permission/mine')).data
  const own = people.find((person) => person.userName === userName)?.units ?? []
  return new Set(canViewAll ? budgetUnits : [...departmentIds, ...own.flatMap((unit) => budgetUnitOf(unit) ?? [])])
}

const overspent = (dept: string, change = {}) =>
  claim([row('9000000.00', { bearingDept: dept, costCenter: costCenterId(dept) })], { bearingDept: dept, costCenter: costCenterId(dept),
    overBudgetExplanation: '设备更新', ...change })

describe.each(signingIn)('the figures of budgets before %s', (userName) => {
  it('are those of departments that are theirs; of the others, the band', async () => {
    const mine = await known(userName)
    const lines = budgetUnits.flatMap((departmentId) =>
      ['OFFICE', 'TRAVEL'].flatMap((code) =>
        ['2026-10', '2026-11'].map((month) => ({ departmentId, expenseCategoryId: categoryId(code), month, amountRmb: '1' }))
      )
    )
    const { code, data } = await product.as(userName).post<BudgetCheckAnswer[]>('/budgetservice/budget/check', { departmentId: 'sz-quality',
      lines })
    expect(code).toBe(200)
    expect(data).toHaveLength(lines.length)
    for (const line of data) {
      expect(line).toMatchObject({ band: expect.any(String) as string, overMonth: expect.any(Boolean) as boolean,
        departmentName: expect.stringContaining('/') as string })
      expect([line.budgetDept, ...figures.filter((figure) => figure in line)]).toEqual([line.budgetDept,
        ...(mine.has(line.budgetDept) ? figures : [])])
    }
  })
})

interface ScopePreviewAnswer {
  readonly departments: readonly object[] | null
  readonly resource: string
  readonly mayView: boolean
  readonly seen: number
}

/** Measures of registers that count entries only, not targets or days without an entry. */
const entryMeasures: Readonly<Record<string, string>> = { proposals: 'submitted', hours: 'entries' }

const entriesOf = (register = '') => (register in entryMeasures ? { measure: entryMeasures[register] } : {})

/** List calls of each resource; declared ones by their own path. */
const lists: Readonly<Record<string, readonly [url: string, ...bodies: object[]]>> = {
  document: ['/workflow/tasks/all', {}],
  // a page covers one year, the preview all years
  budget: ['/budgetservice/annualBudget/page', { year: 2025 }, { year: 2026 }, { year: 2027 }],
  journey: ['/oaserver/journeyRecord/page', { mine: false }],
  user: ['/system/user/page', {}],
  ...Object.fromEntries(
    statisticsPages.map((page) =>
      [`stat:${page.key}`, [`${statisticsCall(page)}/drill`, { from: '2024-01-01', to: '2027-12-31',
        ...entriesOf(page.register) }]] as const
    ),
  ),
  ...Object.fromEntries(
    declarations.flatMap(({ resources }) => resources).map((resource) => [resource.name, [`${pathOfCalls(resource)}/page`, {}] as const]),
  ),
}

describe.each(signingIn)('trying what %s sees', (userName) => {
  it('tells what the lists answer them', async () => {
    const { data } = await product.as('admin').post<{ results: ScopePreviewAnswer[] }>('/system/dataScope/try', { userId: `u-${userName}` })
    const listed = data.results.filter(({ resource }) => resource in lists)
    expect(data.results.map(({ resource }) => resource).filter((resource) => !(resource in lists))).toEqual(['org'])
    const answers = await Promise.all(listed.map(async ({ resource }) => {
      const [url, ...bodies] = lists[resource]!
      const pages = await Promise.all(
        bodies.map((body) => product.as(userName).post<{ total: number } | null>(url, { ...body, current: 1, size: 1 })),
      )
      return { resource, mayView: pages.every(({ code }) => code === 200),
        seen: pages.reduce((sum, { code, data: page }) => sum + (code === 200 ? (page?.total ?? 0) : 0), 0) }
    }))
    expect(listed.map(({ resource, mayView, seen }) => ({ resource, mayView, seen }))).toEqual(answers)
  })
})

it('trying a head of whom no journeys of others are told opens no departments for them', async () => {
  const { data } = await product.as('admin').post<{ results: ScopePreviewAnswer[] }>('/system/dataScope/try', { userId: 'u-head' })
  const of = (name: string) => data.results.find(({ resource }) => resource === name)
  expect(of('journey')).toMatchObject({ mayView: true, departments: [], reasons: [] })
  expect(of('document')?.departments?.length).toBeGreaterThan(0)
})

describe('a document on the budget of another department', () => {
  const info = (business: object) => (business as { overBudgetInfo: Record<string, string | null>[] }).overBudgetInfo
  const shown = (rows: Record<string, string | null>[]) =>
    rows.map((each) => [each['budgetDept'], each['warnLevel'], ...figures.filter((figure) => typeof each[figure] === 'string')])

  it('shows whoever writes it the band, and nothing of the figures', async () => {
    const on = claims(product)
    for (const dept of budgetUnits.filter((unit) => unit !== 'sz-quality')) {
      const { data } = await on.calculate(product.as('quality'), overspent(dept))
      expect(shown(info(data.value))).toEqual([[dept, 'over']])
    }
    const own = await on.calculate(product.as('quality'), overspent('sz-quality'))
    expect(shown(info(own.data.value))).toEqual([['sz-quality', 'over', ...figures]])
  })

  it('shows the figures, once it is filed, to who decides about it and who knows them anyway', async () => {
    const on = claims(product)
    const id = await on.file('quality', overspent('sz-it'))
    const see = async (userName: string) => shown(info((await on.detailOf(product.as(userName), id)).business))
    expect(await see('quality')).toEqual([['sz-it', 'over']])
    for (const { by } of await on.pending(id)) expect([by, ...(await see(by))]).toEqual([by, ['sz-it', 'over', ...figures]])
    expect(await see('finance')).toEqual([['sz-it', 'over', ...figures]])
  })
})

it('the demo company has 22 cost centres, 26 mappings of which one begins later, twelve projects and eight SAP projects', async () => {
  const { db } = product.database
  const counted = await sql`
    select (select count(*)::int from cost_center) as centres, (select count(*)::int from department_cost_center) as mappings,
      (select count(*)::int from department_cost_center where valid_from > '2026-11-20') as later,
      (select count(*)::int from expense_project) as projects, (select count(*)::int from actual_project) as sap`.execute(db)
  expect(counted.rows).toEqual([{ centres: 22, mappings: 26, later: 1, projects: 12, sap: 8 }])
})

it('what forms offer may be listed by everybody, as the forms offer it and by a keyword only', async () => {
  const ask = (query = '') => product.as('employee').get<{ code: string; enabled: boolean }[]>(`/budgetservice/currency/list${query}`)
  expect((await ask()).data.map(({ code }) => code)).toEqual(expect.arrayContaining(['CNY', 'USD']))
  expect((await ask('?keyword=USD')).data).toMatchObject([{ code: 'USD', enabled: true }])
  expect((await product.as('employee').get('/budgetservice/expenseType/list?state=true')).code).toBe(403)
  expect((await product.as('employee').post('/budgetservice/currency/page', {})).code).toBe(403)
})
