import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { FormValue } from '#kernel/values/value.ts'
import { type TestProduct, voided } from '#server/documents/testing.ts'
import { leasePostings, sentLine } from '#server/postings/worker.ts'
import { demoProduct, today } from '#plugins/demo/server/testing.ts'
import { filing, type FilingSupport } from '#plugins/forms/server/contract-filing.ts'
import { sampleOf, sampleSay, tester } from '#plugins/procurement/types/testing-samples.ts'
import { priced, priceOf, line } from '#plugins/procurement/types/testing-prices.ts'
import { buyer, supplierOf, supplierSay } from '#plugins/procurement/types/testing-suppliers.ts'

let product: TestProduct
let on: FilingSupport
let samples: FilingSupport
let suppliers: FilingSupport
let now = today

beforeAll(async () => {
  product = await demoProduct()
  product.clock.now = () => now
  on = filing(product, { key: 'purchasePrice' })
  samples = filing(product, { key: 'sampleReview' }, { nodeList: tester })
  suppliers = filing(product, { key: 'newSuppliers' })
})
afterAll(() => product?.close())
beforeEach(() => manner('answers'))

const manner = (how: string, about = '') => product.as('it').post('/oaserver/sap/demonstration/manner', { manner: how, about, minutes: 60 })
const later = (minutes: number) => {
  now = new Date(now.getTime() + minutes * 60_000)
}
const tick = () => product.composition.postings.tick()

interface PostingAnswer {
  readonly id: string
  readonly step: string
  readonly state: string
  readonly posted: string | null
  readonly code: string | null
  readonly message: string | null
  readonly reverses: string | null
}
const linesOf = async (document: string) =>
  (await product.as('it').post<{ records: PostingAnswer[] }>('/workflow/posting/page', { document })).data.records.toReversed()
const states = async (document: string) => (await linesOf(document)).map(({ step, state }) => `${step} ${state}`)
const inSap = (path: string) =>
  product.database.db.selectFrom('demo_sap_record').selectAll().where('path', '=', path).orderBy('id').execute()

/** A price that was approved; each of its own minimum order, since open ones may not overlap. */
let orders = 0
async function approvedPrice(change: FormValue = {}, row: FormValue = {}): Promise<string> {
  orders += 1
  const id = await on.file('dongmei', await priceOf(on, change, { minQty: String(500 * orders), ...row }))
  await on.passThrough(id)
  return id
}

describe('prices that were approved', () => {
  it('become an info record for each line, known by its key', async () => {
    const { material } = await priced(on)
    const id = await approvedPrice({
      items: [line(material, { minQty: '10000.000' }), line(material, { rowId: 'i2', minQty: '20000.000', newPrice: '1.100000' })],
    })
    await Promise.all([tick(), tick()])
    expect(await states(id)).toEqual(['infoRecord posted', 'infoRecord posted'])
    const { businessNo } = await on.detailOf(product.as('dongmei'), id)
    const records = await inSap('/info-records')
    expect(records.map(({ key }) => key)).toEqual([`${businessNo}-1-infoRecord-i1`, `${businessNo}-1-infoRecord-i2`])
    expect(records[1]?.body).toMatchObject({ reference: `${businessNo}-1-infoRecord-i2`, vendor: 'V200001', plant: '1000', price: 1.1,
      currency: 'CNY', validTo: '9999-12-31' })
  })

  it('are refused in SAP’s own words and explained in ours, sent again by whoever may, and nobody else', async () => {
    const { id: vendor } = await product.database.db.selectFrom('supplier').select('id').where('code', '=', 'V200004')
      .executeTakeFirstOrThrow()
    const id = await approvedPrice({ supplier: vendor })
    await tick()
    const [refused] = await linesOf(id)
    expect(refused).toMatchObject({ state: 'refused', code: '06 321',
      message: 'E 06 321  Supplier V200004 has not been created by purchasing organization 1000' })
    const { data: { postings } } = await product.as('dongmei').get<{ postings: { lines: { means: string }[]; mayRetry: boolean } }>(
      `/oaserver/purchasePrice/detail?procInstId=${id}`,
    )
    expect(postings).toMatchObject({ mayRetry: false, lines: [{ means: expect.stringContaining('供应商未扩展到该采购组织') as string }] })
    const notified = await product.database.db.selectFrom('message').select('recipient').where('document', '=', id).where('kind', '=',
      'serviceTaskFailed').execute()
    expect(notified.map(({ recipient }) => recipient).toSorted()).toEqual(['u-dongmei', 'u-it'])
    const retry = (who: string) => product.as(who).post('/workflow/posting/retry', { id: refused?.id })
    expect((await retry('dongmei')).code).toBe(403)
    expect(await retry('it')).toMatchObject({ code: 42009, msg: expect.stringContaining('V200004') as string })
    // somebody does it in SAP by hand
    expect((await product.as('it').post('/workflow/posting/handle', { id: refused?.id, number: '5300000099' })).code).toBe(200)
    expect(await states(id)).toEqual(['infoRecord handled'])
  })

  it('wait where SAP has locked a record, and are posted once it is free', async () => {
    await manner('locked', '/info-records')
    const id = await approvedPrice()
    await tick()
    expect(await states(id)).toEqual(['infoRecord waiting'])
    await manner('answers', '/info-records')
    later(2)
    await tick()
    expect(await states(id)).toEqual(['infoRecord posted'])
  })

  it('are posted once where the answer was lost, or the product ended between sending and hearing it', async () => {
    const before = (await inSap('/info-records')).length
    await manner('losesAnswers')
    const lost = await approvedPrice()
    await tick()
    expect(await states(lost)).toEqual(['infoRecord sent'])
    await manner('answers')
    const ended = await approvedPrice()
    const [out] = await leasePostings(product.database.db, { at: now })
    const { host } = product.composition
    expect(
      await host.postingCalls.get('sap.infoRecord')?.send({ env: host.env, db: product.database.db, at: now },
        await sentLine(product.database.db, out!)),
    )
      .toMatchObject({ outcome: 'posted' })
    await tick()
    expect(await states(ended)).toEqual(['infoRecord sent'])
    later(2)
    await tick()
    expect([await states(lost), await states(ended)]).toEqual([['infoRecord posted'], ['infoRecord posted']])
    expect((await inSap('/info-records')).length).toBe(before + 2)
  })

  it('are taken by one of two instances', async () => {
    await approvedPrice()
    await approvedPrice()
    const { db } = product.database
    const [one, other] = await Promise.all([leasePostings(db, { at: now }), leasePostings(db, { at: now })])
    expect([...one, ...other].map(({ key }) => key).length).toBe(new Set([...one, ...other].map(({ key }) => key)).size)
    expect(one.length + other.length).toBe(2)
    later(2)
    await tick()
  })
})

describe('a supplier that was introduced', () => {
  it('has the number that SAP gave it, told to those only who may see it, and its accounts to nobody', async () => {
    const id = await suppliers.file(buyer, await supplierOf(suppliers))
    await suppliers.passThrough(id, await supplierSay(suppliers))
    await tick()
    const [posted] = await linesOf(id)
    expect((await suppliers.detailOf(product.as(buyer), id)).business).toMatchObject({ sapVendorNo: posted?.posted })
    expect((await inSap('/vendors'))[0]?.body).toMatchObject({ name: '常州恒达电子有限公司',
      bankAccounts: [expect.objectContaining({ accountNo: '6222020000000000000' })] })
    const { data } = await product.as('it').get<{ body: { name: string; value: unknown; isWithheld: boolean }[] }>(
      `/workflow/posting/${posted?.id}`,
    )
    expect(data.body.find(({ name }) => name === 'bankAccounts')).toMatchObject({ value: null, isWithheld: true })
    expect(JSON.stringify(data)).not.toContain('6222020000000000000')
    await product.audit()
    // a record in SAP is reversed there before it is voided here
    const remove = () => voided(product, ['admin', 'finance'], id)
    expect(await remove()).toMatchObject({ code: 42009, msg: 'SAP已过账，请先在SAP冲销' })
    expect((await product.as('it').post('/workflow/posting/handle', { id: posted?.id, reason: '已在SAP冻结' })).code).toBe(200)
    expect((await remove()).code).toBe(200)
  })
})

describe('a sample that was approved', () => {
  it('is taken back in SAP by itself when its review is voided', async () => {
    const id = await samples.file('dongmei', await sampleOf(samples))
    await samples.passThrough(id, await sampleSay(samples))
    await tick()
    expect(await states(id)).toEqual(['manufacturerPart posted'])
    const [part] = await linesOf(id)
    await samples.remove(id)
    await tick()
    expect(await states(id)).toEqual(['manufacturerPart posted', 'manufacturerPart posted'])
    const [first, second] = await inSap('/manufacturer-parts')
    expect(first?.taken_back_at).not.toBeNull()
    expect(second?.body).toMatchObject({ number: part?.posted })
    // only an approved one is a part that may be bought
    const failed = await samples.file('dongmei', await sampleOf(samples))
    await samples.passThrough(failed, await sampleSay(samples, { conclusion: 'fail' }))
    expect(await states(failed)).toEqual([])
  })
})
