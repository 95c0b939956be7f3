import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestProduct } from '#server/documents/testing.ts'
import { claim, claims, row } from '#plugins/expenses/server/testing-claims.ts'
import { demoProduct } from '#plugins/demo/server/testing.ts'
import type { MessageWording, WordingVersion } from '../wire.ts'

let product: TestProduct
let on: ReturnType<typeof claims>
beforeAll(async () => {
  product = await demoProduct()
  on = claims(product)
})
afterAll(() => product?.close())

const path = '/system/messageText'
const words = { kind: 'arrived', title: '请审批', enTitle: 'Please decide', content: '{p} {no} 来自{u} {', enContent: '{p} {no} by {u}' }
const put = (change: object = {}, who = 'admin') =>
  product.as(who).put<{ fields?: readonly { name: string; message: string }[] }>(path, { ...words, revision: 0, ...change })
const wordings = () =>
  product.database.db.selectFrom('message').select(['title', 'en_title', 'content', 'en_content', 'blanks']).where('kind', '=', 'arrived')
    .orderBy('id', 'desc').limit(1)
    .executeTakeFirstOrThrow()
const file = async () => (await on.detailOf(product.as('quality'), await on.file('quality', claim([row('1.00')])))).businessNo

describe('the words of messages', () => {
  it('are the product’s until the company has its own, of which blanks are checked', async () => {
    const number = await file()
    expect(await wordings()).toEqual({ title: '待审批', en_title: expect.any(String), content: `曹颖提交的费用报销（${number}）待您审批`,
      en_content: expect.stringContaining(number), blanks: null })
    expect((await put({ content: '{p} {nr}' })).data.fields).toEqual([{ name: 'content', level: 'block',
      message: '没有 {nr}，可用：{u} {p} {no}' }])
    expect((await put()).data.fields?.map(({ name }) => name)).toEqual(['content'])
    expect((await put({ title: '{p}' })).data.fields?.[0]?.name).toBe('title')
    expect((await put({ kind: 'nothing', content: 'a' })).code).toBe(404)
    expect((await put({}, 'quality')).code).toBe(403)
  })

  it('are the company’s from then on, and the product’s again', async () => {
    expect((await put({ content: '{p} {no} 来自{u}' })).code).toBe(200)
    expect((await put({ content: '{p}' })).code).toBe(42007)
    const number = await file()
    expect(await wordings()).toEqual({ title: '请审批', en_title: 'Please decide', content: `费用报销 ${number} 来自曹颖`,
      en_content: expect.stringMatching(new RegExp(`${number} by \\w+ \\w+$`)), blanks: null })
    const [own] = (await product.as('admin').get<readonly MessageWording[]>(`${path}/list`)).data.filter(({ kind }) => kind === 'arrived')
    expect(own).toMatchObject({ revision: 1, own: { title: '请审批' }, shipped: { title: '待审批' }, blanks: ['u', 'p', 'no'] })
    expect((await product.as('quality').get(`${path}/list`)).code).toBe(403)
    expect((await product.as('admin').delete(`${path}/arrived`)).code).toBe(200)
    await file()
    expect((await wordings()).title).toBe('待审批')
  })

  it('keep every version, of which an earlier one comes back', async () => {
    const admin = product.as('admin')
    const versions = async () => (await admin.get<readonly WordingVersion[]>(`${path}/returned/versions`)).data
    const said = (title: string, revision: number) => put({ kind: 'returned', title, content: '{u}', enContent: '{u}', revision })
    expect((await said('一', 0)).code).toBe(200)
    expect((await said('二', 1)).code).toBe(200)
    expect((await admin.put(`${path}/returned/restore`, { version: 1, revision: 1 })).code).toBe(42007)
    expect((await admin.put(`${path}/returned/restore`, { version: 1, revision: 2 })).code).toBe(200)
    expect((await admin.delete(`${path}/returned`)).code).toBe(200)
    expect((await versions()).map(({ number, words, restoredFrom }) => [number, words?.title, restoredFrom])).toEqual([[4, undefined, null],
      [3, '一', 1], [2, '二', null], [1, '一', null]])
    expect((await admin.put(`${path}/returned/restore`, { version: 9, revision: 0 })).code).toBe(404)
    for (const beyond of [2_147_483_647, 4_000_000_000, 2 ** 53]) {
      const answers = await Promise.all([admin.put(`${path}/returned/restore`, { version: beyond, revision: 0 }),
        admin.put(`${path}/returned/restore`, { version: 1, revision: beyond }),
        admin.put('/system/terminal', { businessType: 'expenseReimbursement', terminal: ['web'], version: beyond })])
      // refused by validation, not by the database
      expect(answers.map(({ code }) => code)).toEqual([42009, 42009, 42009])
      for (const answer of answers) expect(answer).not.toHaveProperty('traceId')
    }
    expect((await admin.put(`${path}/returned/restore`, { version: 2, revision: 0 })).code).toBe(200)
    expect((await versions())[0]).toMatchObject({ number: 5, words: { title: '二' }, restoredFrom: 2,
      changedBy: expect.stringContaining('/') as unknown })
    expect((await product.as('quality').get(`${path}/returned/versions`)).code).toBe(403)
    await expect(product.database.db.deleteFrom('message_wording_version').execute()).rejects.toThrow('permission denied')
    await admin.delete(`${path}/returned`)
  })

  it('are listed for every kind of host and modules', async () => {
    const kinds = (await product.as('admin').get<readonly MessageWording[]>(`${path}/list`)).data.map(({ kind }) => kind)
    expect(kinds).toEqual(expect.arrayContaining(['arrived', 'returned', 'returned.toChange', 'bookDue']))
    expect(new Set(kinds).size).toBe(kinds.length)
  })
})
