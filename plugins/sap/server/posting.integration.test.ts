import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { FormValue } from '#kernel/values/value.ts'
import type { TestProduct } from '#server/documents/testing.ts'
import { demoProduct, today } from '#plugins/demo/server/testing.ts'
import { filing, type FilingSupport } from '#plugins/forms/server/contract-filing.ts'
import { duePayment, itemsOf, supplierOf } from '../testing.ts'
import { sapPayment } from '../types/sapPayment/index.ts'
import { readReversals } from './payments/extension.ts'
import { type TestGateway, testGateway, testUser } from './testing-gateway.ts'

let gateway: TestGateway
let product: TestProduct
let support: FilingSupport
let documents = 0

beforeAll(async () => {
  gateway = await testGateway()
  product = await demoProduct({ settings: { SAP_URL: gateway.url, ...testUser } })
  support = filing(product, sapPayment)
})
afterAll(async () => {
  await product?.close()
  await gateway?.close()
})
beforeEach(() => {
  gateway.manner = 'answers'
  gateway.isBlocked = false
  gateway.requests.length = 0
  documents += 1
  gateway.items = [itemOf(documents)]
})

const itemOf = (number: number, change: object = {}) => ({ documentNo: String(5_100_000_000 + number), fiscalYear: 2026, line: 1,
  reference: `INV${number}`, postingDate: '2026-10-01', dueDate: '2026-10-31', currency: 'CNY', amount: '500.00', openAmount: '500.00',
  ...change })

const filled = async (vendor = 'V200001') =>
  duePayment({ supplier: await supplierOf(support, vendor), items: await itemsOf(support, vendor) })
const say = { financeManager: { business: { houseBank: 'CCB01' } } }

/** Files a payment and leads it to the posting. */
async function atPosting(): Promise<string> {
  const id = await support.file('buyer', await filled())
  await support.passThrough(id, say, 'sapPost')
  return id
}

const work = () => product.composition.serviceTasks.tick()
const serviceTaskOf = async (id: string) =>
  (await product.as('finance').get<{ serviceTask: { state: string; text: string; mayRetry: boolean } | null }>(
    `/oaserver/sapPayment/detail?procInstId=${id}`,
  )).data.serviceTask
const nodesOf = async (
  id: string,
) => [...new Set((await support.pending(id)).map(({ node, by }) => (by === 'system' ? `${node}: ${by}` : node)))]
const retry = (by: string, id: string) => product.as(by).post('/workflow/serviceTask/retry', { procInstId: id })

describe('the posting of a payment', () => {
  it('goes out once, with the number of the document, and the payment goes on with the number of SAP', async () => {
    const id = await atPosting()
    expect(await nodesOf(id)).toEqual(['sapPost: system'])
    await work()
    const { business, businessNo } = await support.detailOf(product.as('buyer'), id)
    const { documentNo } = gateway.posted.get(`${businessNo}-1`) ?? { documentNo: '' }
    expect(business).toMatchObject({ sapPostNo: `${documentNo}/2026`, sapPostMsg: 'ok' })
    expect(await nodesOf(id)).toEqual(['cashier'])
    expect(gateway.posted.get(`${businessNo}-1`)?.body).toMatchObject({ reference: businessNo, vendor: 'V200001', companyCode: '1000',
      totalAmount: '500.00', houseBank: 'CCB01', items: [{ documentNo: itemOf(documents).documentNo, amount: '500.00' }] })
    await product.audit()
  })

  it('is asked again with the same key when the answer was lost, and SAP has posted it once', async () => {
    const id = await atPosting()
    gateway.manner = 'cutsAfterPosting'
    const before = gateway.posted.size
    await work()
    expect(await serviceTaskOf(id)).toEqual({ state: 'unknown', text: '', mayRetry: true })
    // a payment that may have been posted is not revoked
    expect(await product.as('buyer').post('/workflow/abort', { procInstId: id, comment: '撤销' })).toMatchObject({ code: 42009,
      msg: '系统正在处理该节点，请等待外部系统的结果' })
    expect(
      await product.as('admin').post('/workflow/admin/skip', { procInstId: id, taskId: (await support.pending(id))[0]?.task,
        comment: '跳过' }),
    ).toMatchObject({ code: 42009 })
    gateway.manner = 'answers'
    product.clock.now = () => new Date(today.getTime() + 2 * 60_000)
    await work()
    product.clock.now = () => today
    expect(await nodesOf(id)).toEqual(['cashier'])
    expect(gateway.posted.size).toBe(before + 1)
    expect(gateway.requests.filter((call) => call === 'POST /payments')).toHaveLength(2)
  })

  it('stays with the words of SAP when it is refused, and tells whoever filed it and the SAP administrator', async () => {
    const id = await atPosting()
    gateway.manner = 'refuses'
    await work()
    expect(await serviceTaskOf(id)).toEqual({ state: 'failed', text: 'SAP过账失败：账期未开', mayRetry: true })
    expect((await support.detailOf(product.as('buyer'), id)).business['sapPostMsg']).toBe('账期未开/The period is closed')
    const notified = await product.database.db.selectFrom('message').select('recipient').where('document', '=', id).where('kind', '=',
      'serviceTaskFailed').execute()
    expect(notified.map(({ recipient }) => recipient).toSorted()).toEqual(['u-buyer', 'u-it'])
    // it is not sent again by itself: somebody has to correct it first
    await work()
    expect(gateway.requests.filter((call) => call === 'POST /payments')).toHaveLength(1)
    expect(await retry('employee', id)).toMatchObject({ code: 404 })
    expect(await retry('finance', id)).toMatchObject({ code: 42009, msg: 'SAP过账失败：账期未开' })
    gateway.manner = 'answers'
    expect(await retry('finance', id)).toMatchObject({ code: 200 })
    expect(await nodesOf(id)).toEqual(['cashier'])
    expect((await retry('finance', id)).code).not.toBe(200)
    await product.audit()
  })

  it('may be taken back before it is posted, and not after', async () => {
    const refused = await atPosting()
    gateway.manner = 'refuses'
    await work()
    expect(await product.as('buyer').post('/workflow/abort', { procInstId: refused, comment: '撤销' })).toMatchObject({ code: 200 })
    gateway.manner = 'answers'
    const posted = await atPosting()
    await work()
    const answer = { code: 42009, msg: 'SAP已过账，请先在SAP冲销' }
    expect(await product.as('buyer').post('/workflow/abort', { procInstId: posted, comment: '撤销' })).toMatchObject(answer)
    await support.passThrough(posted)
    expect(await product.as('admin').post('/workflow/abandoned', { procInstId: posted, comment: '作废' })).toMatchObject(answer)
  })

  it('may be taken back once it is read back that SAP has reversed it, and is posted anew when it is filed again', async () => {
    const readBack = () =>
      readReversals.run({ host: product.composition.host, db: product.database.db, at: today, signal: new AbortController().signal })
    const revoke = (id: string) => product.as('buyer').post('/workflow/abort', { procInstId: id, comment: '撤销' })
    const value = await filled()
    const id = await support.file('buyer', value)
    await support.passThrough(id, say, 'sapPost')
    await work()
    const posting = String((await support.detailOf(product.as('buyer'), id)).business['sapPostNo'])
    await readBack()
    expect((await revoke(id)).code).toBe(42009)
    gateway.reversed.add(posting.split('/')[0]!)
    gateway.manner = 'breaks'
    await readBack()
    expect((await revoke(id)).code).toBe(42009)
    gateway.manner = 'answers'
    await readBack()
    expect((await revoke(id)).code).toBe(200)
    gateway.requests.length = 0
    await readBack()
    expect(gateway.requests).not.toContain(`GET /payments/${posting}`)
    await support.fileAgain('buyer', id, value)
    expect((await support.detailOf(product.as('buyer'), id)).business['sapPostNo'] ?? null).toBeNull()
    await support.passThrough(id, say, 'sapPost')
    await work()
    expect((await support.detailOf(product.as('buyer'), id)).business['sapPostNo']).not.toBe(posting)
    await product.audit()
  })

  it('waits for one of two that look at the same time', async () => {
    const id = await atPosting()
    await Promise.all([work(), work(), retry('finance', id), retry('finance', id)])
    expect(gateway.requests.filter((call) => call === 'POST /payments')).toHaveLength(1)
    expect(await nodesOf(id)).toEqual(['cashier'])
  })
})

describe('what a payment says of a vendor', () => {
  it('is what SAP has', async () => {
    const value = await filled()
    const [item] = gateway.items
    gateway.items = [{ ...item, openAmount: '499.99' }]
    const file = async (business: FormValue) => support.refusal(await support.apply(product.as('buyer'), business))
    expect((await file(value)).fields).toEqual({ 'items.0.thisPayAmount': '本次付款金额不能大于小计或合计金额' })
    gateway.items = [{ ...item, amount: '600.00' }]
    expect((await file(value)).fields).toEqual({ 'items.0.subtotal': `凭证${itemOf(documents).documentNo}在SAP中已变化，请重新获取` })
    gateway.items = []
    expect((await file(value)).fields).toEqual({ 'items.0.sapDocNo': '仅支持同一供应商、币种、公司代码' })
    gateway.items = item ? [item] : []
    gateway.isBlocked = true
    expect((await file(value)).fields).toEqual({ supplier: '供应商在SAP已冻结付款' })
    gateway.isBlocked = false
    expect((await file({ ...value, supplier: await supplierOf(support, 'V200002') })).code).toBe(200)
  })

  it('is refused where SAP does not know it', async () => {
    const value = { ...(await filled()), supplier: await supplierOf(support, 'V200040') }
    expect(support.refusal(await support.apply(product.as('buyer'), value)).fields).toMatchObject({ supplier: 'SAP供应商在SAP中不存在' })
  })

  it('cannot be filed while SAP does not answer', async () => {
    const value = await filled()
    gateway.manner = 'breaks'
    expect(await support.apply(product.as('buyer'), value)).toMatchObject({ code: 42009, msg: 'SAP接口异常，请稍后重试' })
  })

  it('is in one payment at a time', async () => {
    const value = await filled()
    const id = await support.file('buyer', value)
    const { businessNo } = await support.detailOf(product.as('buyer'), id)
    expect(support.refusal(await support.apply(product.as('buyer'), value)).fields).toEqual({
      'items.0.sapDocNo': `凭证${itemOf(documents).documentNo}已在付款申请${businessNo}中`,
    })
    expect(await itemsOf(support, 'V200001')).toEqual([])
    await support.refuse(id)
    expect((await support.apply(product.as('buyer'), value)).code).toBe(200)
  })
})

describe('what is read of SAP', () => {
  const get = (path: string) => product.as('employee').get(`/oaserver/sap/${path}`)

  it('is kept, but for the stock, until it is cleaned', async () => {
    await get('units?keyword=a')
    expect(await get('units?keyword=a')).toMatchObject({ code: 200,
      data: [{ code: 'CC1010', name: '新名/New name' }, { code: 'ZZ1' }, {}] })
    expect(await get('stock?material=R-001')).toMatchObject({ code: 403 })
    for (const _ of [1, 2]) expect(await product.as('buyer').get('/oaserver/sap/stock?material=R-001')).toMatchObject({ code: 200 })
    expect(await get('openItems?sapCompanyCode=1000&supplier=x&currencyType=CNY')).toMatchObject({ code: 403 })
    expect(gateway.requests.map((call) => call.split('?')[0])).toEqual(['GET /units', 'GET /stock', 'GET /stock'])
    expect(await product.as('admin').post('/oaserver/sap/cache/clean', { kind: 'units' })).toMatchObject({ data: { cleared: 1 } })
    expect(await product.as('employee').post('/oaserver/sap/cache/clean', {})).toMatchObject({ code: 403 })
    await get('units?keyword=a')
    expect(gateway.requests).toHaveLength(4)
  })

  it('says that SAP does not answer', async () => {
    gateway.manner = 'breaks'
    expect(await get('movement')).toMatchObject({ code: 42009, msg: 'SAP接口异常，请稍后重试' })
  })

  it('is handed on only from what is allowed', async () => {
    const forward = (by: string, path: string, method = 'GET') =>
      product.as(by).post('/oaserver/sap/forward', { path, method, body: { companyCode: '1000' } })
    expect(await forward('admin', '/vendors/V200001')).toMatchObject({ code: 200, data: { code: 'V200001', companyCode: '1000' } })
    for (const path of ['/payments', '/vendors/../payments', '//evil', '/vendors/V1?x=1', '/units/'])
      expect(await forward('admin', path)).toMatchObject({ code: 403 })
    expect((await forward('admin', '/units', 'POST')).code).toBe(403)
    expect((await forward('employee', '/units')).code).toBe(403)
  })

  it('brings the cost centres up to date by their codes, and keeps what is ours', async () => {
    const before = await product.database.db.selectFrom('cost_center').select(['manager_user_id', 'group_ids']).where('code', '=', 'CC1010')
      .executeTakeFirstOrThrow()
    expect(await product.as('admin').post('/budgetservice/costCenter/sync', {})).toMatchObject({ code: 200,
      data: { total: 3, success: 2, failed: 1 } })
    const after = await product.database.db.selectFrom('cost_center').select(['name_cn', 'sap_code', 'manager_user_id', 'group_ids']).where(
      'code',
      '=',
      'CC1010',
    )
      .executeTakeFirstOrThrow()
    expect(after).toEqual({ ...before, name_cn: '新名', sap_code: 'CC1010' })
    const run = await product.database.db.selectFrom('sync_log').select(['kind', 'result', 'total', 'success', 'failed', 'create_by'])
      .orderBy('start_time', 'desc')
      .executeTakeFirstOrThrow()
    expect(run).toEqual({ kind: 'SAP_COST_CENTERS', result: 'FAILURE', total: 3, success: 2, failed: 1, create_by: 'u-admin' })
    expect(await product.as('employee').post('/budgetservice/costCenter/sync', {})).toMatchObject({ code: 403 })
  })
})
