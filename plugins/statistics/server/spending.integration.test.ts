import { Decimal } from 'decimal.js'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { todayOf } from '#kernel/values/dates.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { TestProduct } from '#server/documents/testing.ts'
import { claim, row } from '#plugins/expenses/server/testing-claims.ts'
import { categoryId } from '#plugins/demo/server/records.ts'
import { demoProduct, today } from '#plugins/demo/server/testing.ts'
import { filing, type FilingSupport } from '#plugins/forms/server/contract-filing.ts'
import { offlineRecount } from '#plugins/expenses/server/offline-reimbursement/counting.ts'
import { anySupplier, procurement, procurementRow, service, serviceRow } from '#plugins/expenses/types/testing.ts'
import { advance, costRow, otherPayment } from '#plugins/payments/types/testing.ts'
import { withClient } from '#server/database/connection.ts'
import { statisticsPages } from './testing-pages.ts'
import type { DrillAnswer, StatisticsAnswer } from '../wire.ts'
import { noteCounted } from './facts/counted-pages.ts'
import { recordJob } from './recorded/record-job.ts'
import { runJob } from './testing.ts'

let product: TestProduct
let of: (key: string) => FilingSupport

beforeAll(async () => {
  product = await demoProduct()
  of = (key) => filing(product, { key })
})
afterAll(async () => {
  product.clock.now = () => today
  await product.audit()
  await product.close()
})

const year = { from: '2026-01-01', to: '2026-12-31' }
const tomorrow = () => (product.clock.now = () => new Date(today.getTime() + 86_400_000))
const page = async (key: string, query: object = {}) =>
  (await product.as('finance').post<StatisticsAnswer>(`/oaserver/statistics/${key}`, { ...year, size: 200, ...query })).data
const drill = async (key: string, query: object) =>
  (await product.as('finance').post<DrillAnswer>(`/oaserver/statistics/${key}/drill`, { ...year, size: 200, ...query })).data
const sum = (figures: readonly (string | null | undefined)[]) =>
  figures.reduce((total, figure) => total.plus(figure ?? 0), new Decimal(0)).toFixed(2)

/** Files a payment and passes it to its end, paid in full or in part. */
async function paid(business: object, amountPaid?: string): Promise<string> {
  const payments = of('disbursement')
  const id = await payments.file('quality', business as Record<string, unknown>)
  await payments.passThrough(id, {}, 'cashier')
  const receipt = await product.as('cashier').upload('receipt.pdf', Buffer.from('%PDF-1.4\n%%EOF'))
  const { code, msg, data } = await payments.pass(id, {
    business: { payStatus: amountPaid === undefined ? '2' : '1', payDate: todayOf(product.clock.now()), bankReceipt: [receipt],
      ...(amountPaid && { amountPaid }) },
  })
  expect([code, msg, code === 200 ? [] : data.fields]).toEqual([200, expect.anything(), []])
  return id
}

describe('expenses', () => {
  it('are paid as far as no advance is set against them, to the cent in every row', async () => {
    product.clock.now = () => today
    const from = await paid(advance('500.00'))
    const rows = [row('33.33'), row('33.33', { expenseCategory: categoryId('POST') }),
      row('33.33', { expenseCategory: categoryId('TRAIN') })]
    const claims = of('expenseReimbursement')
    const id = await claims.file('quality',
      claim(rows, { writeOffFlag: '1', writeOffItems: [{ disbursement: [from], writeOffAmount: '50.00' }], writeOffPartyName: '曹颖',
        writeOffPartyAbbr: '曹颖' }))
    await claims.passThrough(id)
    tomorrow()
    const narrow = { departments: ['sz-quality'] }
    const { records } = await drill('expense', { ...narrow, measure: 'writeoff' })
    expect(records.map(({ document, figures }) => [document, figures['approved'], figures['writeoff'], figures['paid']])).toEqual([[id,
      '99.99', '50.00', '49.99']])
    const { rows: table, totals } = await page('expense', narrow)
    expect(table.map(({ figures }) => figures['writeoff']).filter((figure) => figure !== '0.00').toSorted()).toEqual(['16.66', '16.67',
      '16.67'])
    expect(sum(table.map(({ figures }) => figures['paid']))).toBe(totals['paid'])
    expect(sum([totals['paid'], totals['offline']])).toBe(totals['total'])
  })

  it('have what was paid beside the approvals, each row opening the register', async () => {
    const { totals, rows } = await page('expense')
    const { rows: [register] } = await sql<
      { sum: string; count: string }
    >`select sum(amount_rmb) as sum, count(*) as count from offline_reimbursement where del_flag = 0`.execute(
      product.database.db,
    )
    expect(totals['offline']).toBe(register?.sum)
    expect(sum(rows.map(({ figures }) => figures['offline']))).toBe(register?.sum)
    const behind = await drill('expense', { measure: 'offline' })
    expect([String(behind.total), sum(behind.records.map(({ figures }) => figures['offline']))]).toEqual([register?.count, register?.sum])
    expect(behind.records[0]).toMatchObject({ businessType: null, state: null,
      path: expect.stringContaining('/offline-reimbursement?keyword=') })
  })

  it('tell what each row is of the whole', async () => {
    const { rows, totals } = await page('expense')
    expect(totals['share']).toBe('1')
    for (const { figures } of rows)
      expect(figures['share']).toBe(new Decimal(figures['total'] ?? 0).div(totals['total'] ?? 1).toDecimalPlaces(6).toFixed())
  })

  it('follow the register when a row is changed or deleted', async () => {
    product.clock.now = () => today
    const [one] = await product.database.db.selectFrom('offline_reimbursement').selectAll().where('del_flag', '=', 0).where('budget_month',
      '=', '2026-11').limit(1).execute()
    const before = (await page('expense')).totals['offline']
    expect(await product.as('finance').delete(`/budgetservice/offlineReimbursement/${one?.id}`)).toMatchObject({ code: 200 })
    tomorrow()
    expect((await page('expense')).totals['offline']).toBe(new Decimal(before ?? 0).minus(one?.amount_rmb ?? 0).toFixed(2))
  })

  it('are found out and put right where facts of the register say something else', async () => {
    const { db } = product.database
    await sql`insert into statistics_fact (page, document, line, day, department, person, dimensions, measures, sign, at)
      select page, document, line, day, department, person, dimensions, measures, -1, at from statistics_fact
      where document = (select id from offline_reimbursement where del_flag = 0 order by id limit 1)`.execute(db)
    await expect(product.audit()).rejects.toThrow(/deviates from its facts/)
    await offlineRecount.run({ host: product.composition.host, db, at: today, signal: new AbortController().signal })
    await product.audit()
  })

  it('are narrowed to enterprises, and to departments within them', async () => {
    const [all, suzhou, both, neither] = await Promise.all([page('expense'), page('expense', { enterprises: ['sz'] }),
      page('expense', { enterprises: ['sz', 'dg', 'vn'] }), page('expense', { enterprises: ['vn'], departments: ['sz-quality'] })])
    expect(both.totals).toEqual(all.totals)
    expect(suzhou.rows.every(({ dimensions }) => dimensions['department']?.value.startsWith('sz'))).toBe(true)
    expect([Number(suzhou.totals['total']) > 0, Number(suzhou.totals['total']) < Number(all.totals['total']), neither.total]).toEqual([true,
      true, 0])
  })
})

/** Files and completes a claim of one row. */
async function claimed(item: FormValue, change: FormValue): Promise<void> {
  const claims = of('expenseReimbursement')
  await claims.passThrough(await claims.file('quality', claim([item], change)))
}

describe('service fees', () => {
  it('are open for each provider by what was claimed and paid of them', async () => {
    product.clock.now = () => today
    const supplier = await anySupplier(product)
    const services = of('serviceFeeApply')
    const id = await services.file('quality', service({ supplier, items: [serviceRow({ unitPrice: '800.00' })] }))
    await services.passThrough(id)
    const { businessNo } = await services.detailOf(product.as('quality'), id)
    await claimed(row('300.00', { expenseCategory: categoryId('SERVICE'), linkNo: businessNo }), { reimburseKind: '5',
      serviceFeeLinks: [id] })
    await paid(
      otherPayment([costRow('800.00', { linkNo: businessNo, thisPayAmount: '200.00' })], { disburseKind: '4', supplier,
        serviceFeeLinks: [id] }),
    )
    tomorrow()
    const { rows } = await page('serviceFee', { departments: ['sz-quality'] })
    expect(
      rows.map((
        { dimensions, figures: { applied, completed, reimbursed, paid: out, open } },
      ) => [dimensions['supplier']?.value, applied, completed, reimbursed, out, open]),
    )
      .toEqual([[supplier, '800.00', '800.00', '300.00', '200.00', '300.00']])
    expect((await page('serviceFee', { filters: { supplier: [supplier] } })).totals).toMatchObject({ completed: '800.00', open: '300.00' })
  })
})

describe('expense purchases', () => {
  it('are paid by payment requests, in part where the cashier paid a part, and take days to be approved', async () => {
    product.clock.now = () => today
    const procurements = of('costBasedProcurement')
    const [supplier] = await product.database.db.selectFrom('supplier').select('id').where('enable', '=', true).orderBy('code').limit(1)
      .execute()
    const id = await procurements.file('quality', procurement())
    product.clock.now = () => new Date(today.getTime() + 3 * 86_400_000)
    await procurements.passThrough(id, {
      procurementHandle: { comment: '到货时间 2026-11-28 10:00',
        business: { items: [{ ...procurementRow(), rowId: 'i1', supplier: supplier?.id }] } },
    })
    const { businessNo } = await procurements.detailOf(product.as('quality'), id)
    await paid(
      otherPayment([costRow('120.00', { linkNo: businessNo }), costRow('30.00', { linkNo: businessNo })], { disburseKind: '5',
        supplier: supplier?.id, procurementLinks: [id] }),
      '100.00',
    )
    product.clock.now = () => new Date(today.getTime() + 4 * 86_400_000)
    const { totals } = await page('costBasedProcurement')
    expect(totals).toMatchObject({ requests: '1', applied: '300.00', completed: '300.00', paid: '100.00', unpaid: '200.00', finished: '1',
      waited: '3', leadDays: '3' })
    const { records } = await drill('costBasedProcurement', { measure: 'paid' })
    expect(records.map(({ businessType, figures }) => [businessType, figures['paid']])).toEqual([['disbursement', '100.00']])
    // an employee claims part of it: it still counts for the supplier
    product.clock.now = () => new Date(today.getTime() + 3 * 86_400_000)
    await claimed(row('50.00', { expenseCategory: categoryId('PROC'), linkNo: businessNo }), { reimburseKind: '6', procurementLinks: [id] })
    product.clock.now = () => new Date(today.getTime() + 4 * 86_400_000)
    const ofSupplier = await page('costBasedProcurement', { filters: { supplier: [supplier?.id] } })
    expect(ofSupplier.totals).toMatchObject({ completed: '300.00', paid: '100.00', reimbursed: '50.00', unpaid: '150.00' })
  })
})

/** Runs the job that records facts from events. */
const record = () => runJob(product, recordJob(statisticsPages))

describe('documents', () => {
  it('name the slowest step of each process, which opens what waited there, and count working hours', async () => {
    await record()
    const { rows } = await page('billData')
    const purchases = rows.find(({ dimensions }) => dimensions['type']?.value === 'costBasedProcurement')
    const slowest = purchases?.leading?.['slowest']
    // filed on a Friday morning, passed on the following Monday: 72 hours, 8 of them working time
    expect([slowest?.figure, purchases?.figures['averageHours'], purchases?.figures['averageWorked']]).toEqual(['72', '72', '8'])
    const { totals } = await drill('billData', { row: { type: 'costBasedProcurement', node: slowest?.value }, measure: 'averageWait' })
    expect(totals['averageWait']).toBe(slowest?.figure)
  })

  it('count on their day, however late they are recorded; what changes counts from the next day on', async () => {
    const after = (days: number) => (product.clock.now = () => new Date(today.getTime() + days * 86_400_000))
    const asOwner = (statement: string) => withClient(product.database.owner, (client) => client.query(statement))
    const counted = async (filters: object = {}) => {
      const { totals, isIncomplete } = await page('billData', { from: '2026-11-26', to: '2026-11-26', filters })
      return [totals['started'], totals['running'], isIncomplete]
    }
    await noteCounted(product.database.db, statisticsPages)
    after(6)
    const id = await of('costBasedProcurement').file('quality', procurement())
    after(7)
    // pending and the recording aborted: the page reports incomplete data
    expect(await counted()).toEqual(['0', '0', true])
    await asOwner(`create function break_off() returns trigger language plpgsql as $$ begin raise exception 'broken off'; end $$;
      create trigger break_off before insert on statistics_fact for each row execute function break_off()`)
    await expect(record()).rejects.toThrow(/broken off/)
    await asOwner('drop trigger break_off on statistics_fact')
    expect(await counted()).toEqual(['0', '0', true])
    await record()
    expect(await counted()).toEqual(['1', '1', false])
    const [task] = await of('costBasedProcurement').pending(id)
    await product.as(task?.by ?? '').post('/workflow/refuse', { taskId: task?.task, comment: '不同意' })
    await record()
    expect(await counted()).toEqual(['1', '1', false])
    after(8)
    expect(await counted()).toEqual(['1', '0', false])
    expect(await counted({ state: ['2'] })).toEqual(['1', '0', false])
    expect(await counted({ state: ['1'] })).toEqual(['0', '0', false])
    product.clock.now = () => today
  })
})

describe('a filter by state', () => {
  it('tells requests in approval from completed ones', async () => {
    await of('costBasedProcurement').file('quality', procurement())
    product.clock.now = () => new Date(today.getTime() + 6 * 86_400_000)
    const applied = async (state: string) => (await page('costBasedProcurement', { filters: { state: [state] } })).totals['applied']
    expect([await applied('1'), await applied('4')]).toEqual(['300.00', '300.00'])
  })
})
