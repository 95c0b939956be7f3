import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { TestProduct } from '#server/documents/testing.ts'
import { demoProduct } from '#plugins/demo/server/testing.ts'
import { offerCards, withdrawCards } from './synchronise.ts'

let product: TestProduct
beforeAll(async () => {
  product = await demoProduct()
})
afterAll(() => product?.close())
afterEach(() => product.database.db.deleteFrom('business_card').execute())

const base = '/oaserver/businessCard'

interface Card {
  readonly id: string
  readonly version: number
  readonly ownerId: string
  readonly nameCn: string
  readonly company: string
  readonly remark: string | null
  readonly syncState: string
  readonly fields: readonly { readonly name: string; readonly message: string; readonly level?: string; readonly code?: string }[]
}

const card = (change: object = {}) => ({ cardType: 'contact', nameCn: '周敏', company: '华东贸易', mobile: '13800001111',
  cardGroup: 'customer', share: 'self', ...change })
const add = async (who: string, change: object = {}) => (await product.as(who).post<Card>(base, card(change))).data
const seen = async (who: string, query: object = {}) =>
  (await product.as(who).post<{ records: readonly Card[] }>(`${base}/page`, query)).data.records.map(({ nameCn }) => nameCn).toSorted()

describe('a card', () => {
  it('is seen by its owner, by those it is shared with, and by whoever may see those of its department', async () => {
    for (const [nameCn, share] of [['甲', 'self'], ['乙', 'dept'], ['丙', 'all']]) await add('employee', { nameCn, share })
    expect(await seen('employee')).toEqual(['丙', '乙', '甲'].toSorted())
    // same department, without the permission for other people's cards
    expect(await seen('songtao')).toEqual(['丙', '乙'].toSorted())
    expect(await seen('dongmei')).toEqual(['丙'])
    // the scope of heads includes their departments
    expect(await seen('head')).toEqual(['丙', '乙', '甲'].toSorted())
    expect(await seen('admin')).toHaveLength(3)
    expect(await seen('employee', { share: ['dept'] })).toEqual(['乙'])
  })

  it('is changed and deleted by its owner and administrators only', async () => {
    const { id, version, ownerId } = await add('employee', { share: 'all', ownerId: 'u-gm' })
    expect(ownerId).toBe('u-employee')
    const other = await product.as('songtao').put<Card>(base, { id, version, remark: '改' })
    expect([other.code, other.msg]).toEqual([42009, '只能修改或删除本人的名片'])
    expect((await product.as('songtao').delete(`${base}/${id}`)).code).toBe(42009)
    expect((await product.as('dongmei').put(base, { id: 'absent', version, remark: '改' })).code).not.toBe(200)
    expect((await product.as('admin').put<Card>(base, { id, version, remark: '已核对' })).data).toMatchObject({ ownerId: 'u-employee',
      remark: '已核对' })
    expect((await product.as('employee').delete(`${base}/${id}`)).code).toBe(200)
    expect(await seen('employee')).toEqual([])
  })

  it('has a name, one partner at most, and a number that can be dialled', async () => {
    const refusal = async (change: object) => (await add('employee', change)).fields.map(({ name, message }) => [name, message])
    expect(await refusal({ nameCn: null })).toEqual([['nameCn', '请至少填写中文名或英文名']])
    expect((await add('employee', { nameCn: null, nameEn: 'Robert Klein', mobile: '+4915112345678' })).id).toBeTruthy()
    expect((await refusal({ mobile: '12345' })).map(([name]) => name)).toEqual(['mobile'])
    const { db } = product.database
    const first = async (table: 'customer' | 'supplier') =>
      (await db.selectFrom(table).select('id').orderBy('code').limit(1).executeTakeFirstOrThrow()).id
    expect(await refusal({ customer: await first('customer'), supplier: await first('supplier') })).toEqual([['supplier',
      '不能同时关联客户和供应商']])
  })

  it('stands once in the cards of its owner, and takes the place of the other when that is agreed to', async () => {
    await add('employee', { remark: '旧' })
    expect((await add('employee', { remark: '新' })).fields).toMatchObject([{ name: 'mobile', message: '名片已存在，是否覆盖？',
      level: 'confirm' }])
    expect((await add('employee', { remark: '新', confirmed: ['cards.exists'] })).remark).toBe('新')
    expect(await seen('employee')).toEqual(['周敏'])
    expect((await add('songtao')).id).toBeTruthy()
    expect((await add('employee', { nameCn: '王伟', mobile: '13800002222', cardType: 'personal' })).id).toBeTruthy()
    expect((await add('employee', { nameCn: '王伟', mobile: '13800003333', cardType: 'personal' })).fields).toMatchObject([{
      name: 'cardType',
      message: '您已创建个人名片',
    }])
  })
})

describe('synchronising', () => {
  let service: Server
  let answers: { status: number; body: unknown }
  let requests: (string | undefined)[] = []
  beforeAll(async () => {
    service = createServer((request, response) => {
      requests.push(`${request.headers.authorization} ${request.url}`)
      response.writeHead(answers.status, { 'content-type': 'application/json' }).end(JSON.stringify(answers.body))
    })
    await new Promise<void>((done) => service.listen(0, '127.0.0.1', done))
  })
  afterAll(() => new Promise((done) => service.close(done)))
  afterEach(() => withdrawCards(product.composition.host.env))

  const answering = (body: unknown, status = 200) => {
    answers = { status, body }
    requests = []
    offerCards(product.composition.host.env, { url: `http://127.0.0.1:${(service.address() as AddressInfo).port}`, token: 'secret' })
  }
  /** Synchronises one minute after the previous run. */
  function sync(who = 'employee') {
    const at = new Date(product.clock.now().getTime() + 60_000)
    product.clock.now = () => at
    return product.as(who).post<{ success: number; failed: number }>(`${base}/sync`, {})
  }
  const all = async (who = 'employee') => (await product.as(who).post<{ records: readonly Card[] }>(`${base}/page`, {})).data.records

  it('without a chat app brings one’s own card from the address book, once', async () => {
    withdrawCards(product.composition.host.env)
    expect((await sync()).data).toEqual({ success: 1, failed: 0 })
    expect((await sync()).data).toEqual({ success: 1, failed: 0 })
    expect(await all()).toMatchObject([{ cardType: 'personal', nameCn: '王伟', nameEn: 'Wei Wang', company: '苏州宏岳电子有限公司',
      syncState: '1' }])
  })

  it('brings what was collected, keeps what the owner noted, and counts what cannot be kept', async () => {
    const card = { id: 'c-1', name: '周敏', company: '华东贸易', mobile: '13800001111' }
    const mine = await add('employee', { remark: '老客户', share: 'all' })
    answering({ cards: [{ ...card, company: '华东贸易集团' }, { ...card, id: 'c-2', name: '无号', mobile: '1' }] })
    expect((await sync()).data).toEqual({ success: 2, failed: 1 })
    expect(requests).toEqual(['Bearer secret /cards?user=employee'])
    expect((await all()).find(({ id }) => id === mine.id)).toMatchObject({ company: '华东贸易集团', remark: '老客户', share: 'all',
      syncState: '1' })
    answering({ cards: [{ ...card, mobile: '2' }] })
    expect((await sync()).data).toEqual({ success: 1, failed: 1 })
    expect((await all()).find(({ id }) => id === mine.id)).toMatchObject({ company: '华东贸易集团', syncState: '2' })
    const runs = await product.database.db.selectFrom('sync_log').select(['kind', 'result', 'success', 'failed']).orderBy('start_time',
      'desc').limit(2).execute()
    expect(runs).toEqual([{ kind: 'CARD', result: 'FAILURE', success: 1, failed: 1 }, { kind: 'CARD', result: 'FAILURE', success: 2,
      failed: 1 }])
  })

  it('says so where the chat app gives no answer, and leaves the cards as they are', async () => {
    answering({ cards: [] }, 500)
    const { code, msg } = await sync()
    expect([code, msg]).toEqual([42009, '同步失败，请稍后再试'])
    expect(await all()).toEqual([])
    expect((await product.as('employee').get(`${base}/sync/source`)).data).toEqual({ isConfigured: true })
  })
})
