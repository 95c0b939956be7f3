import { Decimal } from 'decimal.js'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestProduct, voided as confirmedVoid } from '#server/documents/testing.ts'
import { parseWorkbook } from '#server/workbooks/parse.ts'
import { claim, claims, row } from '#plugins/expenses/server/testing-claims.ts'
import { categoryId, costCenterId } from '#plugins/demo/server/records.ts'
import { demoProduct, today } from '#plugins/demo/server/testing.ts'
import type { DrillAnswer, ItemsAnswer, OccurringAnswer, OverviewAnswer, StatisticsAnswer } from '../wire.ts'

let product: TestProduct
let on: ReturnType<typeof claims>
let completed: string
let voided: string

const post = { expenseCategory: categoryId('POST') }
const year = { from: '2026-01-01', to: '2026-12-31' }
/** Filter for rows without an invoice, as in the claims of this test; offline reimbursements have no invoice type. */
const claimed = { ...year, filters: { invoice: ['4'] } }
const page = async (userName: string, query: object = {}) =>
  (await product.as(userName).post<StatisticsAnswer>('/oaserver/statistics/expense', { ...claimed, ...query })).data
const drill = async (userName: string, query: object = {}) =>
  (await product.as(userName).post<DrillAnswer>('/oaserver/statistics/expense/drill', { ...claimed, ...query })).data
const tomorrow = () => (product.clock.now = () => new Date(today.getTime() + 86_400_000))

beforeAll(async () => {
  product = await demoProduct()
  on = claims(product)
  const file = async (by: string, amount: string) => {
    const id = await on.file(by, claim([row(amount), row('40.40', post)]))
    await on.passThrough(id)
    return id
  }
  completed = await file('quality', '100.10')
  voided = await file('quality', '7.00')
  // in approval: expenses count on completion only
  await on.file('quality', claim([row('999.00')]))
})
afterAll(() => product?.close())

/** The sums of completed claims, queried from their documents only. */
async function fromDocuments(): Promise<string> {
  const { rows } = await sql<
    { sum: string }
  >`select coalesce(sum((item ->> 'approvedAmount')::numeric * (document.value ->> 'exchangeRate')::numeric), 0)::text as sum
    from document, jsonb_array_elements(document.value -> 'items') item where type = 'expenseReimbursement' and state = 'completed'`
    .execute(product.database.db)
  return new Decimal(rows[0]?.sum ?? 0).toFixed(2)
}

describe('a page', () => {
  it('counts up to yesterday', async () => {
    expect(await page('finance')).toMatchObject({ dataDate: '2026-11-19', total: 0, totals: { approved: '0.00', documents: '0' } })
    tomorrow()
    expect(await page('finance')).toMatchObject({ dataDate: '2026-11-20',
      totals: { approved: '187.90', requested: '187.90', cut: '0.00', documents: '2', items: '4' } })
  })

  it('has a headline, a table, charts and a drawer that agree with the documents', async () => {
    const { rows, totals, headline, compared, charts, total } = await page('finance')
    expect(total).toBe(2)
    expect(
      rows.map((
        { dimensions, figures },
      ) => [dimensions['department']?.name.split('/')[0], dimensions['category']?.value, figures['approved'], figures['documents']]),
    ).toEqual(
      [
        ['质量部', row('1')['expenseCategory'], '107.10', '2'],
        ['质量部', post.expenseCategory, '80.80', '2'],
      ],
    )
    expect(headline[0]).toEqual({ measure: 'total', value: totals['approved'], previous: '0.00', lastYear: '0.00' })
    // compared up to the same day, since the year is not over
    const asFar = { from: '2025-01-01', to: '2025-11-20' }
    expect(compared).toEqual({ previous: asFar, lastYear: asFar })
    expect(charts[0]?.points).toHaveLength(12)
    expect(charts[0]?.series.map(({ values }) => values[10])).toEqual(['107.10', '80.80'])
    expect(charts[1]?.series[0]?.values).toEqual(['187.90'])
    const behind = await drill('finance')
    expect(behind.totals).toEqual(totals)
    expect(behind.records.reduce((sum, { figures }) => sum.plus(figures['approved'] ?? 0), new Decimal(0)).toFixed(2)).toBe(
      totals['approved'],
    )
    expect(totals['approved']).toBe(await fromDocuments())
    expect(behind.records.map(({ document }) => document).toSorted()).toEqual([completed, voided].toSorted())
    const cell = await drill('finance', { row: { category: post.expenseCategory, department: 'sz-quality', month: '2026-11' } })
    expect([cell.total, cell.totals['approved']]).toEqual([2, '80.80'])
    expect((await drill('finance', { row: { month: '2026-10' } })).total).toBe(0)
  })

  it('tells the items of a document that a figure is made of, as far as they are seen', async () => {
    const items = async (userName: string, query: object = {}) =>
      (await product.as(userName).post<ItemsAnswer>('/oaserver/statistics/expense/items', { ...claimed, measure: 'approved',
        document: completed, ...query })).data
    const said = (await items('finance')).map((
      { dimensions, figures },
    ) => [dimensions['category']?.value, dimensions['costCenter']?.value, figures['approved']])
    expect(said.toSorted((one, other) => Number(one[2]) - Number(other[2]))).toEqual([[post.expenseCategory, costCenterId('sz-quality'),
      '40.40'], [row('1')['expenseCategory'], costCenterId('sz-quality'), '100.10']])
    expect((await items('finance', { row: { category: post.expenseCategory } })).map(({ figures }) => figures['approved'])).toEqual([
      '40.40',
    ])
    expect([await items('head'), await items('finance', { document: 'none' })]).toEqual([[], []])
    expect(await product.as('quality').post('/oaserver/statistics/expense/items', { ...claimed, document: completed })).toMatchObject({
      code: 403,
    })
  })

  it('is narrowed by department, with those below, and by values', async () => {
    expect((await page('finance', { departments: ['sz-quality'] })).totals['approved']).toBe('187.90')
    expect((await page('finance', { departments: ['sz-rd'] })).totals['approved']).toBe('0.00')
    expect(
      (await page('finance', { filters: { invoice: ['4'], category: [post.expenseCategory], costCenter: [costCenterId('sz-quality')] } }))
        .totals['approved'],
    ).toBe('80.80')
  })

  it('is ordered and paged by the database', async () => {
    const second = await page('finance', { sort: 'approved', order: 'asc', size: 1, current: 2 })
    expect([second.total, second.rows.map(({ figures }) => figures['approved'])]).toEqual([2, ['107.10']])
  })

  it('offers the values that occur beside what else was asked for, found by a part of their name', async () => {
    const offered = async (userName: string, query: object) =>
      (await product.as(userName).post<OccurringAnswer>('/oaserver/statistics/expense/values', { ...claimed, dimension: 'category',
        ...query })).data
    const all = await offered('finance', { filters: { invoice: ['4'], category: ['no such'] } })
    expect(all.map(({ value }) => value)).toEqual([row('1')['expenseCategory'], post.expenseCategory])
    expect(await offered('finance', { keyword: all[1]?.name.split('/')[1]?.toUpperCase() })).toEqual([all[1]])
    expect(await offered('finance', { keyword: 'nothing like it' })).toEqual([])
    expect(await offered('finance', { dimension: 'department' })).toMatchObject([{ value: 'sz-quality' }])
    expect(await offered('head', {})).toEqual([])
    expect(await product.as('quality').post('/oaserver/statistics/expense/values', { ...claimed, dimension: 'category' })).toMatchObject({
      code: 403,
    })
  })

  it('refuses what it cannot answer', async () => {
    const ask = (query: object) => product.as('finance', 'en_US').post('/oaserver/statistics/expense', { ...year, ...query })
    expect(await ask({ from: '2026-12-31', to: '2026-01-01' })).toMatchObject({ code: 42009, msg: 'Choose a period of up to five years' })
    expect((await ask({ sort: 'cut' })).code).not.toBe(200)
    expect((await ask({ filters: { salary: ['1'] } })).code).not.toBe(200)
    expect(await product.as('quality').post('/oaserver/statistics/expense', year)).toMatchObject({ code: 403 })
  })
})

describe('scope', () => {
  it('limits figures, drawers and the first page alike', async () => {
    // a reader with the scope of another department
    expect((await page('head')).totals['approved']).toBe('0.00')
    expect((await drill('head')).total).toBe(0)
    expect((await page('yangfan')).totals['approved']).toBe('187.90')
    const overview = (await product.as('yangfan').get<OverviewAnswer>(`/oaserver/statistics/overview?from=${year.from}&to=${year.to}`)).data
    const { totals } = await page('yangfan', { filters: {} })
    expect(Number(totals['total'])).toBeGreaterThan(187.9)
    expect(overview.find((each) => each.page === 'expense')).toMatchObject({ headline: { measure: 'total', value: totals['total'] } })
    const elsewhere =
      (await product.as('yangfan').get<OverviewAnswer>(`/oaserver/statistics/overview?from=${year.from}&to=${year.to}&departments=sz-rd`))
        .data
    expect(elsewhere.find((each) => each.page === 'expense')).toMatchObject({ headline: { value: '0.00' }, largest: [] })
  })
})

describe('a workbook', () => {
  it('has the rows and their totals', async () => {
    const authorization = await product.as('finance').bearer()
    const { rawPayload } = await product.app.inject({ method: 'GET', url: '/oaserver/statistics/expense/export',
      headers: { authorization, 'accept-language': 'zh-CN' }, query: { asked: JSON.stringify(claimed) } })
    const { rows } = await parseWorkbook(rawPayload)
    expect(rows).toHaveLength(4)
    expect(rows.at(-1)?.cells.map((cell) => (cell && 'text' in cell ? cell.text : undefined))).toEqual(['合计', undefined, '2', '4',
      '187.9', '187.9', '0', '0', '187.9', '0', '187.9', '1', '0', '0', '0'])
  })
})

describe('what is taken back', () => {
  it('leaves every figure, by facts of the other sign', async () => {
    product.clock.now = () => today
    expect(await confirmedVoid(product, ['weichen', 'finance'], voided)).toMatchObject({ code: 200 })
    tomorrow()
    expect((await page('finance')).totals).toMatchObject({ approved: '140.50', documents: '1' })
    expect((await page('finance')).totals['approved']).toBe(await fromDocuments())
    const { rows } = await sql<{ sign: number }>`select sign from statistics_fact where document = ${voided} order by id`.execute(
      product.database.db,
    )
    expect(rows.map(({ sign }) => sign)).toEqual([1, 1, -1, -1])
    await product.audit()
  })

  it('cannot be changed afterwards', async () => {
    await expect(sql`update statistics_fact set sign = -1`.execute(product.database.db)).rejects.toThrow(/append-only|permission denied/)
  })
})
