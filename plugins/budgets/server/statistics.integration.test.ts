import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { statisticsCall } from '#plugins/statistics/statistics-page.ts'
import type { TestProduct } from '#server/documents/testing.ts'
import { demoProduct, today } from '#plugins/demo/server/testing.ts'
import { costCenterId } from '#plugins/demo/server/records.ts'
import { budget, budgetNew } from '../statistics/pages.ts'
import type { DrillAnswer, Figures, StatisticsAnswer } from '#plugins/statistics/wire.ts'

/** A year of two budget lines of a department on the budget pages, with expected figures calculated by hand. */
let product: TestProduct
let food: string
let cars: string

const day = 86_400_000
const department = 'sz-quality'
const november = { from: '2026-11-01', to: '2026-11-30' }
const march = { from: '2026-03-01', to: '2026-03-31' }

beforeAll(async () => {
  product = await demoProduct()
  const { rows } = await sql<
    { id: string }
  >`select id from expense_category where id not in (select expense_category_id from annual_budget where department_id = ${department})
    order by code limit 2`
    .execute(product.database.db)
  ;[food, cars] = rows.map(({ id }) => id) as [string, string]
  await plan(food, [100, 200, 300, 400, 500, 600, 700, 800, 900, 1000, 1100, 1200])
  await plan(cars, Array.from({ length: 12 }, () => 10))
  await enter(food, [[3, 'spend', '310.00'], [7, 'spend', '650.35'], [8, 'spend', '900.00'], [8, 'refund', '50.01'], [9, 'adjust', '100.00',
    -1], [10, 'adjust', '100.00'], [10, 'spend', '880.08'], [11, 'occupy', '500.55'], [11, 'release', '100.50']])
  await enter(cars, [[8, 'spend', '95.55'], [11, 'spend', '30.00']])
  const { code, msg } = await product.as('finance').post('/budgetservice/offlineReimbursement/save', { offlineSource: '1',
    voucherNo: 'ST-38', company: 'SZ', expenseDate: '2026-11-18', bearingDept: department, costCenter: costCenterId(department),
    expenseCategory: food, expenseDetail: '打印纸', currencyType: 'CNY', amount: '120.00' })
  expect([code, msg]).toEqual([200, expect.anything()])
  product.clock.now = () => new Date(today.getTime() + day)
  // recorded today, so counted from tomorrow on
  await enter(food, [[11, 'spend', '77.00']], new Date(today.getTime() + day))
})
afterAll(() => product?.close())

async function plan(category: string, months: readonly number[]) {
  await sql`insert into annual_budget (id, budget_year, department_id, expense_category_id, m01, m02, m03, m04, m05, m06, m07,
    m08, m09, m10, m11, m12)
    values (${`worked-${category}`}, 2026, ${department}, ${category}, ${sql.join(months)})`.execute(product.database.db)
}

type EntrySample = readonly [month: number, kind: string, amount: string, direction?: 1 | -1]

async function enter(category: string, entries: readonly EntrySample[], at = today) {
  for (const [step, [month, kind, amount, direction = kind === 'refund' || kind === 'release' ? -1 : 1]] of entries.entries()) {
    await sql`insert into budget_entry (year, month, department_id, expense_category_id, kind, amount, direction, document_id, row_id,
      round, step, operator, happen_time)
      values (2026, ${month}, ${department}, ${category}, ${kind}, ${amount}, ${direction}, ${`worked-${category}`}, '1', 1, ${
      step + (at === today ? 0 : 100)
    }, 'u-finance', ${at})`
      .execute(product.database.db)
  }
}

const ask = async (query: object, page = budget) =>
  (await product.as('finance').post<StatisticsAnswer>(statisticsCall(page), { ...november, departments: [department], withSub: false,
    filters: { category: [food, cars] }, ...query }))
    .data
const rowOf = ({ rows }: StatisticsAnswer, category: string): Figures =>
  rows.find(({ dimensions }) => dimensions['category']?.value === category)?.figures ?? {}

describe('a month of budgets', () => {
  it('has budget, used and occupied, their variance, and what is available', async () => {
    const answer = await ask({})
    expect(answer.dataDate).toBe('2026-11-20')
    // 400.05 is the remaining occupation; 120.00 was paid offline
    expect(rowOf(answer, food)).toMatchObject({ budget: '1100.00', used: '120.00', occupied: '400.05', variance: '980.00',
      varianceRate: '0.890909', available: '579.95', ratio: '0.472773' })
    // overspent, 10 - 30: available is 0
    expect(rowOf(answer, cars)).toMatchObject({ budget: '10.00', used: '30.00', occupied: '0.00', variance: '-20.00', varianceRate: '-2',
      available: '0.00', ratio: '3' })
  })

  it('cumulates from July, and not before', async () => {
    const answer = await ask({})
    // 700 + 800 + (900 - 100) + (1000 + 100) + 1100, and 650.35 + 849.99 + 880.08 + 120
    expect(rowOf(answer, food)).toMatchObject({ tillBudget: '4500.00', tillUsed: '2500.42', tillVariance: '1999.58',
      tillVarianceRate: '0.444351' })
    expect(rowOf(answer, cars)).toMatchObject({ tillBudget: '50.00', tillUsed: '125.55', tillVariance: '-75.55',
      tillVarianceRate: '-1.511' })
    const early = await ask(march)
    expect(rowOf(early, food)).toMatchObject({ budget: '300.00', used: '310.00', variance: '-10.00', varianceRate: '-0.033333',
      available: '0.00', ratio: '1.033333' })
    expect(rowOf(early, food)).toMatchObject({ tillBudget: null, tillUsed: null, tillVariance: null, tillVarianceRate: null })
  })

  it('counts July to December for the year, whatever month is asked for', async () => {
    for (const period of [november, march]) {
      const answer = await ask(period)
      expect(rowOf(answer, food)).toMatchObject({ yearBudget: '5700.00', yearUsed: '2500.42', yearOccupied: '400.05',
        yearAvailable: '2799.53', yearRatio: '0.508854' })
      expect(rowOf(answer, cars)).toMatchObject({ yearBudget: '60.00', yearUsed: '125.55', yearOccupied: '0.00', yearAvailable: '0.00',
        yearRatio: '2.0925' })
    }
  })

  it('adds up first and floors then', async () => {
    const { totals } = await ask({})
    expect(totals).toMatchObject({ budget: '1110.00', used: '150.00', occupied: '400.05', variance: '960.00', varianceRate: '0.864865',
      available: '559.95', ratio: '0.495541', tillBudget: '4550.00', tillUsed: '2625.97', tillVariance: '1924.03', yearBudget: '5760.00',
      yearUsed: '2625.97', yearAvailable: '2733.98', yearRatio: '0.525351' })
  })

  it('opens what a figure is made of', async () => {
    const drill = async (measure: string, query: object = {}) =>
      (await product.as('finance').post<DrillAnswer>(`${statisticsCall(budget)}/drill`, { ...november, departments: [department],
        row: { category: food }, measure, ...query }))
        .data
    expect((await drill('tillUsed')).totals['tillUsed']).toBe('2500.42')
    expect((await drill('used')).records.map(({ businessNo, figures }) => [businessNo.slice(0, 2), figures['used']])).toEqual([['XX',
      '120.00']])
  })

  it('is shown by bands and their number', async () => {
    const over = await ask({ filters: { category: [food, cars], band: ['over'] } })
    expect(over.rows.map(({ dimensions }) => dimensions['category']?.value)).toEqual([cars])
    expect((await ask({}, budgetNew)).totals).toMatchObject({ within: '1', near: '0', over: '1' })
  })
})

describe('reasons of overspending', () => {
  it('are missing from the end of the quarter on, and no longer once they came, however late', async () => {
    const answer = await ask({})
    // third quarter: cars overspent, 95.55 of 30; food within budget; the fourth quarter is still running
    expect([rowOf(answer, food)['unexplained'], rowOf(answer, cars)['unexplained'], answer.totals['unexplained']]).toEqual(['0', '1', '1'])
    const missing = async () =>
      (await ask({ filters: { category: [food, cars], reason: ['missing'] } })).rows.map(({ dimensions }) => dimensions['category']?.value)
    expect(await missing()).toEqual([cars])
    const said = await product.as('yangfan').post('/budgetservice/budget/varianceReason', { year: 2026, quarter: 3,
      departmentId: department, categoryId: cars, reason: '车辆大修' })
    // 15 days after 30 September have passed
    expect(said).toMatchObject({ code: 200, data: { overdue: true } })
    expect([await missing(), (await ask({})).totals['unexplained']]).toEqual([[], '0'])
  })
})

describe('the levels of the new page', () => {
  it('go from the enterprise over the department to the category, with the same totals', async () => {
    const all = { from: '2026-01-01', to: '2026-12-31' }
    const level = async (depth: number, filters: object = {}) =>
      (await product.as('finance').post<StatisticsAnswer>(statisticsCall(budgetNew), { ...all, depth, filters, size: 200 })).data
    const [enterprises, departments, lines] = [await level(1), await level(2), await level(3)]
    expect([departments.totals, lines.totals]).toEqual([enterprises.totals, enterprises.totals])
    expect(enterprises.rows.map(({ dimensions }) => Object.keys(dimensions))).toEqual(enterprises.rows.map(() => ['enterprise']))
    const suzhou = enterprises.rows.find(({ dimensions }) => dimensions['enterprise']?.value === 'sz')
    const below = await level(2, { enterprise: ['sz'] })
    expect([below.totals['yearBudget'], below.total < departments.total]).toEqual([suzhou?.figures['yearBudget'], true])
    const quality = below.rows.find(({ dimensions }) => dimensions['department']?.value === department)
    const categories = await level(3, { enterprise: ['sz'], department: [department] })
    expect([categories.totals['yearUsed'], categories.rows.some(({ dimensions }) => dimensions['category']?.value === cars)]).toEqual([
      quality?.figures['yearUsed'],
      true,
    ])
  })

  it('are of that page alone', async () => {
    expect((await product.as('finance').post(statisticsCall(budget), { ...november, depth: 1 })).code).not.toBe(200)
    expect((await product.as('finance').post(statisticsCall(budgetNew), { ...november, depth: 4 })).code).not.toBe(200)
  })
})
