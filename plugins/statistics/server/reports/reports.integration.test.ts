import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { statisticsCall } from '#plugins/statistics/statistics-page.ts'
import type { CountedPage } from '../counted-page.ts'
import type { TestProduct } from '#server/documents/testing.ts'
import { forgetting } from '#server/jobs/housekeeping.ts'
import { parseWorkbook } from '#server/workbooks/parse.ts'
import { demoProduct, today } from '#plugins/demo/server/testing.ts'
import { expense as expensePage } from '#plugins/expenses/statistics/pages.ts'
import { contractLedger as contractPage } from '#plugins/contracts/statistics/pages.ts'
import { counted, statisticsPages } from '../testing-pages.ts'
import type { ReportsAnswer, StatisticsAnswer } from '../../wire.ts'
import { reportsJob } from './reports.ts'

const [expense, contractLedger] = [counted(expensePage), counted(contractPage)]

let product: TestProduct
let view: string

const path = '/oaserver/statistics/reports'
const report = (change: object = {}) => ({ view, frequency: 'weekly', people: ['u-finance', 'u-head'], ...change })
const day = 86_400_000

beforeAll(async () => {
  product = await demoProduct()
  const kept = { page: '/expense-statistics', name: '按月', query: 'period=2026-01-01,2026-12-31', columns: null, role: null }
  view = (await product.as('finance').post<{ id: string }>('/oaserver/listViews', kept)).data.id
})
afterAll(() => product?.close())

const run = async (days: number, pages: readonly CountedPage[] = statisticsPages) => {
  const at = new Date(today.getTime() + days * day)
  product.clock.now = () => at
  await reportsJob(pages).run({ host: product.composition.host, db: product.database.db, at, signal: new AbortController().signal })
  const rows = await product.database.db.selectFrom('message').leftJoin('message_file', 'message_file.message', 'message.id').select([
    'recipient',
    'message_file.name',
    'message_file.content as file',
  ])
    .where('kind', '=', 'statisticsReport').orderBy('message.id').orderBy('message_file.id').execute()
  return rows
}

/** The total in a mailed workbook. */
async function mailed(file: Buffer | null | undefined, { groupBy, measures, leading }: CountedPage = expense,
  measure = 'total'): Promise<string | undefined> {
  expect(file).toBeInstanceOf(Buffer)
  const column = groupBy.length + 2 * Object.keys(leading ?? {}).length + Object.keys(measures).indexOf(measure)
  const cell = (await parseWorkbook(new Uint8Array(file!))).rows.at(-1)?.cells[column]
  return cell && 'text' in cell ? cell.text : undefined
}

/** The total on the page, as seen by a person. */
const seen = async (userName: string) =>
  String(
    Number(
      (await product.as(userName).post<StatisticsAnswer>('/oaserver/statistics/expense', { from: '2026-01-01', to: '2026-12-31' })).data
        .totals['total'],
    ),
  )

const isPicture = ({ name }: { name: string | null }) => name?.endsWith('.png') === true

it('keeps whose view it is, and refuses others, who is not there and what one may not export', async () => {
  expect(await product.as('head').post(path, report())).toMatchObject({ code: 42009 })
  expect(await product.as('finance').post(path, report({ people: ['nobody'] }))).toMatchObject({ code: 42009 })
  expect(await product.as('quality').post(path, report())).toMatchObject({ code: 403 })
  expect(await product.as('finance', 'en_US').post(path, report({ people: ['u-head', 'u-quality'] }))).toMatchObject({ code: 42009,
    data: { fields: [{ name: 'people', message: 'Ying Cao can’t open this page or export it. Remove them' }] } })
  expect(await product.as('finance').post(path, report())).toMatchObject({ code: 200 })
  const [kept] = (await product.as('finance').get<ReportsAnswer>(`${path}?page=/expense-statistics`)).data
  expect(kept).toMatchObject({ view, frequency: 'weekly', viewName: '按月', sentAt: null })
  expect((await product.as('head').get<ReportsAnswer>(`${path}?page=/expense-statistics`)).data).toEqual([])
  expect(await product.as('head').delete(`${path}/${kept?.id}`)).toMatchObject({ code: 404 })
})

it('may keep the page as it stands, as a view of its own: both, or neither', async () => {
  const present = { page: '/expense-statistics', name: '今年', query: 'range=year' }
  const viewsOf = async (userName: string) =>
    (await product.as(userName).get<readonly { id: string; name: string }[]>('/oaserver/listViews?page=/expense-statistics')).data
  expect(await product.as('accountant').post(path, report({ view: present, people: ['nobody'] }))).toMatchObject({ code: 42009 })
  expect(await product.as('accountant').post(path, report({ view: { ...present, page: '/todo' } }))).toMatchObject({ code: 42009 })
  expect(await viewsOf('accountant')).toEqual([])
  expect(await product.as('accountant').post(path, report({ view: present }))).toMatchObject({ code: 200 })
  const [kept] = await viewsOf('accountant')
  const [added] = (await product.as('accountant').get<ReportsAnswer>(`${path}?page=/expense-statistics`)).data
  expect([kept?.name, added?.viewName, added?.view]).toEqual(['今年', '今年', kept?.id])
  expect(await product.as('accountant').delete(`/oaserver/listViews/${kept?.id}`)).toMatchObject({ code: 200 })
})

it('is changed in place by its owner alone, in one call and one line of the audit log', async () => {
  const [kept] = (await product.as('finance').get<ReportsAnswer>(`${path}?page=/expense-statistics`)).data
  const url = `${path}/${kept?.id}`
  const { data: { id: others } } = await product.as('head').post<{ id: string }>('/oaserver/listViews', { page: '/expense-statistics',
    name: '部门', query: '' })
  expect(await product.as('head').put(url, report({ view: others }))).toMatchObject({ code: 404 })
  expect(await product.as('finance').put(url, report({ view: others }))).toMatchObject({ code: 42009 })
  expect(await product.as('finance').put(url, report({ people: ['u-finance', 'u-quality'] }))).toMatchObject({ code: 42009 })
  await sql`update statistics_report set sent_for = '2026-11-16'`.execute(product.database.db)
  const quarter = { page: '/expense-statistics', name: '近三个月', query: 'range=3' }
  expect(await product.as('finance').put(url, report({ view: quarter, frequency: 'daily', people: ['u-gm'] }))).toMatchObject({ code: 200 })
  const [changed, ...more] = (await product.as('finance').get<ReportsAnswer>(`${path}?page=/expense-statistics`)).data
  expect([more, changed]).toMatchObject([[], { id: kept?.id, viewName: '近三个月', frequency: 'daily', people: ['u-gm'] }])
  const lines = await product.database.db.selectFrom('audit_log').select(['user_id', 'before', 'after']).where('resource_id', '=',
    kept?.id ?? '').where('method', '=', 'PUT')
    .where('code', '=', 200).execute()
  expect(lines).toMatchObject([{ user_id: 'u-finance', before: { view, frequency: 'weekly' },
    after: { frequency: 'daily', people: ['u-gm'] } }])
  // a changed schedule starts today: earlier due days are not made up for
  expect(await run(0)).toEqual([])
  expect(await product.as('finance').put(url, report())).toMatchObject({ code: 200 })
  // a reader without the right
  await sql`update statistics_report set people = people || 'u-quality'::text`.execute(product.database.db)
})

it('goes out once for each day that it is due, to whoever may see the page, as a picture and a workbook', async () => {
  expect(await run(0)).toEqual([])
  // on the next Monday
  const sent = await run(3)
  expect(sent.map(({ recipient }) => recipient).toSorted()).toEqual(['u-finance', 'u-finance', 'u-head', 'u-head'])
  expect(sent.map(isPicture)).toEqual([true, false, true, false])
  expect(sent[0]?.file?.subarray(1, 4).toString()).toBe('PNG')
  const [whole, own] = await Promise.all([mailed(sent[1]?.file), mailed(sent[3]?.file)])
  expect([whole, own]).toEqual([await seen('finance'), await seen('head')])
  expect(Number(own)).toBeLessThan(Number(whole))
  expect((await product.as('finance').get<ReportsAnswer>(`${path}?page=/expense-statistics`)).data[0]?.sentAt).toMatch(/^2026-11-23 /)
  expect(await run(4)).toHaveLength(4)
  // a missed Monday is caught up
  expect(await run(12)).toHaveLength(8)
})

it('goes out at once when its owner asks for it, once for each time', async () => {
  const [kept] = (await product.as('finance').get<ReportsAnswer>(`${path}?page=/expense-statistics`)).data
  expect(await product.as('head').post(`${path}/${kept?.id}/send`, {})).toMatchObject({ code: 404 })
  expect(await product.as('finance').post(`${path}/${kept?.id}/send`, {})).toMatchObject({ code: 200 })
  const sending = async () =>
    (await product.as('finance').get<ReportsAnswer>(`${path}?page=/expense-statistics`)).data.map(({ isSending }) => isSending)
  expect(await sending()).toEqual([true])
  expect(await run(12)).toHaveLength(12)
  expect([await sending(), (await run(12)).length]).toEqual([[false], 12])
  expect((await run(19)).length).toBe(16)
})

it('rests while its view is removed, comes back with it, and ends with it', async () => {
  const reports = async () => (await product.as('finance').get<ReportsAnswer>(`${path}?page=/expense-statistics`)).data
  const [kept] = await reports()
  expect(await product.as('finance').delete(`/oaserver/listViews/${view}`)).toMatchObject({ code: 200 })
  expect([await reports(), (await run(26)).length]).toEqual([[], 16])
  expect(await product.as('finance').post(path, report())).toMatchObject({ code: 42009 })
  expect(await product.as('head').post(`/oaserver/listViews/${view}/restore`, {})).toMatchObject({ code: 404 })
  expect(await product.as('finance').post(`/oaserver/listViews/${view}/restore`, {})).toMatchObject({ code: 200 })
  expect([await reports(), (await run(26)).length]).toEqual([[kept], 20])
  expect(await product.as('finance').delete(`/oaserver/listViews/${view}`)).toMatchObject({ code: 200 })
  const { db } = product.database
  await forgetting.run({ host: product.composition.host, db, at: new Date(today.getTime() + 28 * day),
    signal: new AbortController().signal })
  expect(await db.selectFrom('statistics_report').select('id').where('id', '=', kept?.id ?? '').execute()).toEqual([])
  expect(await product.as('finance').post(`/oaserver/listViews/${view}/restore`, {})).toMatchObject({ code: 404 })
})

it('tells of a register each reader what they see there, and no more', async () => {
  const [page, measure] = [contractLedger, 'amount']
  const { db } = product.database
  await sql`insert into contract_ledger (id, contract_no, contract_name, contract_class, contract_type, subject_type, currency_type, amount,
    amount_rmb, sign_company, counterparty, sign_date, expiry_date, owner_person, department_id)
    select department, 'HT-' || department, 'No', 'purchase', 'single', 'material', 'CNY', 100 * place, 100 * place, 'SZ', 'X',
      '2026-03-01', '2027-12-01', 'u-buyer', department
    from unnest(array['sz-quality', 'sz-rd', 'sz-it']) with ordinality each (department, place)`.execute(db)
  const present = { page: page.path, name: '合同', query: 'period=2026-01-01,2026-12-31' }
  const readers = ['head', 'yangfan']
  expect(await product.as('finance').post(path, report({ view: present, people: readers.map((name) => `u-${name}`) }))).toMatchObject({
    code: 200,
  })
  const sent = (await run(33)).filter(({ name }) => name?.startsWith(page.cn) && !isPicture({ name }))
  const shown = await Promise.all(readers.map(async (name) => {
    const { totals } = (await product.as(name).post<StatisticsAnswer>(statisticsCall(page), { from: '2026-01-01', to: '2026-12-31' })).data
    return [`u-${name}`, Number(totals[measure])]
  }))
  const mailedFigures = await Promise.all(sent.map(async ({ recipient, file }) => [recipient, Number(await mailed(file, page, measure))]))
  expect(mailedFigures.toSorted()).toEqual(shown.toSorted())
  expect(new Set(shown.map(([, figure]) => figure)).size).toBe(2)
})

it('goes out to its readers though another one before it fails, which is tried again with the next run', async () => {
  const present = (page: CountedPage) => ({ page: page.path, name: '第二份', query: 'period=2026-01-01,2026-12-31' })
  const keep = (page: CountedPage) => product.as('finance').post(path, report({ view: present(page), people: ['u-finance'] }))
  for (const page of [contractLedger, expense]) expect(await keep(page)).toMatchObject({ code: 200 })
  // a table with more rows than a workbook may have
  const failing = { ...contractLedger, get measures(): never {
    throw new Error('too many rows')
  } }
  const sentOf = (rows: Awaited<ReturnType<typeof run>>, page: CountedPage) =>
    rows.filter(({ recipient, name }) => recipient === 'u-finance' && name?.startsWith(page.cn) && !isPicture({ name })).length
  const before = await run(34)
  const failed = await run(40, statisticsPages.map((page) => (page.key === contractLedger.key ? failing : page)))
  expect([sentOf(failed, contractLedger) - sentOf(before, contractLedger), sentOf(failed, expense) - sentOf(before, expense)]).toEqual([0,
    1])
  const later = await run(41)
  expect([sentOf(later, contractLedger) - sentOf(failed, contractLedger), sentOf(later, expense) - sentOf(failed, expense)]).toEqual([1, 0])
})
