import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { DocumentStep } from '#server/extensions/document-extension.ts'
import { approvalProduct } from '../testing-company.ts'

const followed: Pick<DocumentStep, 'value' | 'before' | 'actor'>[] = []
let company: Awaited<ReturnType<typeof approvalProduct>>
beforeAll(async () => {
  company = await approvalProduct({ extensions: [{ onFollowUp: async (step) => void followed.push(step) }] })
})
afterAll(() => company?.product.close())
afterEach(() => company.product.audit())

async function completed(form = 'followed'): Promise<string> {
  const id = await company.on.file(form)
  await company.on.pass(id, 'head')
  return id
}

const stamp = (id: string, { by = 'voider', type = 'followed', word = '甲' } = {}) =>
  company.product.as(by).post(`/oaserver/${type}/stamp`, { businessKey: id, word })

const detail = async (id: string, by: string, language: 'zh_CN' | 'en_US' = 'zh_CN') =>
  (await company.product.as(by, language).get<
    { business: { remark: string }; moduleActions: object; processRecord: readonly { comment: string | null; operateType: string }[] }
  >(`/oaserver/followed/detail?procInstId=${id}`)).data

describe('a module’s action on documents', () => {
  it('writes into the document, with a note that each reader is shown in their language, and the extensions follow', async () => {
    const id = await completed()
    expect(await detail(id, 'voider')).toMatchObject({ moduleActions: { stamp: { field: 'remark' } } })
    followed.length = 0
    expect(await stamp(id)).toMatchObject({ code: 200, msg: '已盖章', data: { businessKey: id } })
    const { business, processRecord } = await detail(id, 'wang')
    expect([business.remark, processRecord.at(-1)]).toMatchObject(['甲', { operateType: 'comment', comment: '已盖章' }])
    expect((await detail(id, 'wang', 'en_US')).processRecord.at(-1)).toMatchObject({ comment: 'Stamped' })
    expect(followed).toMatchObject([{ actor: { id: 'voider' }, value: { remark: '甲' } }])
    expect(followed[0]?.before).not.toHaveProperty('remark', '甲')
  })

  it('that changes nothing leaves nothing in the history', async () => {
    const id = await completed()
    await stamp(id)
    const before = await company.on.events(id)
    expect((await stamp(id)).code).toBe(200)
    expect(await company.on.events(id)).toEqual(before)
  })

  it('is offered and done by those who may, to documents of forms that offer it, in the statuses that it names', async () => {
    const id = await completed()
    expect((await detail(id, 'wang')).moduleActions).toEqual({})
    expect((await stamp(id, { by: 'wang' })).code).toBe(403)
    expect((await stamp(id, { by: 'stranger' })).code).toBe(404)
    const running = await company.on.file('followed')
    expect((await detail(running, 'voider')).moduleActions).toEqual({})
    expect(await stamp(running)).toMatchObject({ code: 42007, data: { state: 1 } })
    expect((await stamp(id, { type: 'plain' })).code).toBe(42009)
    expect((await stamp(await company.on.file('plain'), { type: 'plain' })).code).toBe(42009)
    expect((await stamp(id, { word: 'x'.repeat(21) })).code).toBe(42009)
  })
})
