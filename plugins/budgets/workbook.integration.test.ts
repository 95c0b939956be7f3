import { Decimal } from 'decimal.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { transaction } from '#server/database/transaction.ts'
import type { TestProduct } from '#server/documents/testing.ts'
import { filledIn, getFile, sendFile, textsOf } from '#server/imports/testing.ts'
import { demoProduct, today } from '#plugins/demo/server/testing.ts'
import { budgetLedger } from './server/public-api.ts'

/**
 * A year round trip: plans are imported from a workbook, money is spent and occupied, and page, forms and exported workbook are compared
 * with figures calculated by hand.
 */
const path = '/budgetservice/annualBudget'
const department = 'sz-quality'
const months = ['10.01', '20.02', '30.03', '40.04', '50.05', '60.06', '1000.07', '2000.08', '3000.09', '4000.10', '5000.11', '6000.12']

let product: TestProduct
let codes: { unit: string; center: string }
const ids: Record<string, string> = {}

const who = async () => (await product.as('finance').bearer()).replace('Bearer ', '')

async function bring(url: string, rows: readonly (readonly string[])[], fields = {}) {
  const { bytes } = await getFile(product.app, `${url}/template`, await who())
  return (await sendFile(product.app, { path: url, who: await who(), bytes: await filledIn(bytes, rows), fields })).data
}

/** Occupies an amount in a month by a document. */
const occupy = (category: string, month: number, amount: string) =>
  transaction(product.database.db, (db) =>
    budgetLedger(db).post([{ department, category: ids[category]!, year: 2026, month, row: '1', kind: 'occupy',
      amount: new Decimal(amount) }], {
      document: `claim-${category}-${month}`,
      type: 'made-up',
      round: 1,
      operator: 'finance',
      at: today,
    }))

const paid = (voucher: string, category: string,
  { month, day, amount }: { month: string; day: string; amount: string }) => [voucher, '苏州宏岳电子有限公司', day, month, '', codes.unit,
  codes.center, category, '凭证', '', 'CNY', amount, '']

beforeAll(async () => {
  product = await demoProduct()
  const { db } = product.database
  const unit = await db.selectFrom('sys_group').select('code').where('id', '=', department).executeTakeFirstOrThrow()
  const center = await db.selectFrom('cost_center').select('code').where('id', '=', 'cc-sz-quality').executeTakeFirstOrThrow()
  codes = { unit: unit.code ?? '', center: center.code }
  for (const { id, code } of await db.selectFrom('expense_category').select(['id', 'code']).where('code', 'in', ['COMM', 'CONF']).execute())
    ids[code] = id

  const plans = [['2026', codes.unit, '', 'COMM', '', ...months, ''], ['2026', codes.unit, '', 'CONF', '',
    ...Array.from({ length: 12 }, () => '100.00'), '']]
  expect(await bring(path, plans, { year: '2026' })).toMatchObject({ total: 2, success: 2 })
  const offline = [
    paid('GOLD-1', 'COMM', { month: '2026-10', day: '2026-10-31', amount: '3600.09' }),
    paid('GOLD-2', 'COMM', { month: '2026-10', day: '2026-11-02', amount: '-400.00' }),
    paid('GOLD-3', 'COMM', { month: '2026-11', day: '2026-11-05', amount: '4500.10' }),
    paid('GOLD-4', 'CONF', { month: '2026-11', day: '2026-11-06', amount: '700.55' }),
  ]
  expect(await bring('/budgetservice/offlineReimbursement', offline)).toMatchObject({ total: 4, success: 4 })
  await occupy('COMM', 11, '600.00')
  await occupy('COMM', 12, '0.01')
})
afterAll(async () => {
  await product.audit()
  await product.close()
})

interface Month {
  readonly budget: string
  readonly used: string
  readonly occupied: string
  readonly available: string
  readonly band: string
}
interface PlanLine {
  readonly expenseCategoryId: string
  readonly months: readonly Month[]
}

async function page() {
  const { data } = await product.as('finance').post<{ records: readonly PlanLine[]; totals: object }>(`${path}/page`, { year: 2026,
    departmentIds: [department], expenseCategoryIds: Object.values(ids), size: 10 })
  return { ...data, line: (category: string) => data.records.find(({ expenseCategoryId }) => expenseCategoryId === ids[category])! }
}

describe('the page', () => {
  it.each([
    ['COMM', 6, { budget: '60.06', used: '0.00', occupied: '0.00', available: '60.06', band: 'within' }],
    // 3600.09 - 400.00 is 80 % of 4000.10 plus a cent: near
    ['COMM', 10, { budget: '4000.10', used: '3200.09', occupied: '0.00', available: '800.01', band: 'near' }],
    // 4500.10 + 600.00 exceeds 5000.11: available is 0
    ['COMM', 11, { budget: '5000.11', used: '4500.10', occupied: '600.00', available: '0.00', band: 'over' }],
    ['COMM', 12, { budget: '6000.12', used: '0.00', occupied: '0.01', available: '6000.11', band: 'within' }],
    ['CONF', 11, { budget: '100.00', used: '700.55', occupied: '0.00', available: '0.00', band: 'over' }],
  ])('says of %s in month %i: %o', async (category, month, expected) => {
    expect((await page()).line(category).months[month - 1]).toEqual(expected)
  })

  it('counts July to December for the year, July to November so far, and sums before it floors', async () => {
    const seen = await page()
    expect(seen.line('COMM')).toMatchObject({
      annualBudget: '21000.57',
      used: '7700.19',
      occupied: '600.01',
      available: '12700.37',
      band: 'within',
      cumulativeBudget: '15000.45',
      cumulativeActual: '7700.19',
      cumulativeVariance: '7300.26',
    })
    expect(seen.line('CONF')).toMatchObject({ annualBudget: '600.00', used: '700.55', available: '0.00', band: 'over',
      cumulativeBudget: '500.00', cumulativeVariance: '-200.55' })
    expect(seen.totals).toMatchObject({ annualBudget: '21600.57', used: '8400.74', occupied: '600.01', available: '12599.82' })
  })
})

describe('elsewhere', () => {
  it('forms read the same books as they stand now', async () => {
    const read = async () =>
      (await product.as('finance').get<readonly { expenseCategoryId: string }[]>(
        `/budgetservice/budget/list?departmentId=${department}&year=2026&month=11`,
      )).data.find((
        { expenseCategoryId },
      ) => expenseCategoryId === ids['COMM'])
    expect(await read()).toMatchObject({ monthBudget: '5000.11', monthUsed: '4500.10', monthOccupied: '600.00', monthAvailable: '0.00',
      annualAvailable: '12700.37', band: 'over' })
    await occupy('COMM', 8, '0.37')
    expect(await read()).toMatchObject({ annualAvailable: '12700.00' })
  })

  it('a quarter varies by what was spent, and its reason is due fifteen days after its end', async () => {
    const quarter = async (of: number) =>
      (await product.as('finance').get<readonly { expenseCategoryId: string }[]>(
        `/budgetservice/budget/varianceReason?year=2026&quarter=${of}&departmentId=${department}`,
      )).data
        .find(({ expenseCategoryId }) => expenseCategoryId === ids['CONF'])
    expect(await quarter(4)).toMatchObject({ budget: '300.00', actual: '700.55', variance: '-400.55', share: '-1.3352', needed: true,
      dueDate: '2027-01-15' })
    expect(await quarter(3)).toMatchObject({ budget: '300.00', actual: '0.00', variance: '300.00', needed: false, dueDate: '2026-10-15' })
  })

  it('the exported workbook holds the figures of the page, to the cent', async () => {
    const { bytes } = await getFile(product.app,
      `${path}/export?year=2026&departmentIds=${department}&expenseCategoryIds=${Object.values(ids).join(',')}`, await who())
    const [header = [], ...rows] = await textsOf(bytes)
    const cell = (category: string, name: string) => {
      const row = rows.find((cells) => cells.includes(category))
      return row?.[header.findIndex((text) => text.replace('*', '') === name)]?.replaceAll(',', '')
    }
    expect(months.map((_, index) => Number(cell('COMM', `${index + 1}月`)).toFixed(2))).toEqual(months)
    const figures = (category: string) =>
      ['年度预算', '已用', '占用', '可用', '累计预算', '累计实际', '累计差异'].map((name) => Number(cell(category, name)).toFixed(2))
    expect(figures('COMM')).toEqual(['21000.57', '7700.19', '600.38', '12700.00', '15000.45', '7700.19', '7300.26'])
    expect(figures('CONF')).toEqual(['600.00', '700.55', '0.00', '0.00', '500.00', '700.55', '-200.55'])
  })
})
