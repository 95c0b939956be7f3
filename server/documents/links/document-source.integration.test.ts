import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestProduct } from '../testing.ts'
import { approvalProduct } from '../testing-company.ts'

let product: TestProduct
let on: Awaited<ReturnType<typeof approvalProduct>>['on']
let running: string
let done: string
let others: string

beforeAll(async () => {
  ;({ product, on } = await approvalProduct())
  running = await on.file('plain', { title: 'Cables 50%', amount: '30.00' })
  done = await on.file('direct', { title: 'Chairs', amount: '100.00', kind: '2' })
  await on.pass(done, 'head', 'chief', 'anna')
  const { data } = await product.as('bob').post<{ businessKey: string }>('/oaserver/plain/apply', { business: { title: 'Theirs' } })
  others = data.businessKey
})
afterAll(() => product?.close())

interface SourcePage {
  readonly records: readonly { readonly id: string; readonly parentId: string; readonly label: string; readonly description: string;
    readonly state: number; readonly remaining: string | null; readonly bound: number }[]
  readonly total: number
}

const ask = async (by: string, body: object = {}) => (await product.as(by).post<SourcePage>('/workflow/getProcess', body)).data
const ids = async (by: string, body: object = {}) => (await ask(by, body)).records.map(({ id }) => id)

describe('documents to refer to', () => {
  it('are those that the caller may read, and no others', async () => {
    expect((await ids('wang')).toSorted()).toEqual([running, done].toSorted())
    expect(await ids('bob')).toEqual([others])
    expect(await ids('anna')).toEqual([done])
    expect([await ids('stranger'), (await ask('stranger')).total]).toEqual([[], 0])
  })

  it('carry number, title, and which process, whose and when', async () => {
    const answer = await product.as('wang').post<SourcePage>('/workflow/getProcess', { label: 'chair' })
    expect(answer).toMatchObject({ code: 200, result: answer.data })
    expect(answer.data).toMatchObject({ total: 1,
      records: [{ id: done, parentId: expect.stringMatching(/^DIRECT/) as unknown, label: 'Chairs',
        description: '单据direct · wang中 · 2026-11-20/Form direct · wang · 2026-11-20', state: 4, kind: '2', breaks: null,
        amount: '100.00', remaining: '100.00', bound: 0 }] })
  })

  it('are narrowed by title or number, process, state, owner; a page has ten', async () => {
    expect(await ids('wang', { label: '50%' })).toEqual([running])
    expect(await ids('wang', { label: '0_' })).toEqual([])
    expect(await ids('wang', { links: ['direct'] })).toEqual([done])
    expect(await ids('wang', { linkStates: ['inApproval'] })).toEqual([running])
    expect([await ids('head', { own: true }), (await ids('head')).length]).toEqual([[], 3])
    expect(await ids('wang', { except: running })).toEqual([done])
    expect(await ask('wang', { size: 1, current: 2 })).toMatchObject({ total: 2, records: [{}], size: 1, current: 2, pages: 2 })
    expect(await ask('wang')).toMatchObject({ size: 10 })
  })

  it('lose what live documents have bound of them, until those end', async () => {
    const { db } = product.database
    const owner = await on.file('plain', { title: 'Claim', amount: '60.00' })
    await db.insertInto('document_link').values([{ owner, target: done, field: 'a', binds: true, claims: true, claimed: '25.00' }, { owner,
      target: done, field: 'b', binds: true, claims: true, claimed: '35.00' }, { owner, target: running, field: 'c', binds: false }, {
      owner: running,
      target: done,
      field: 'd',
      binds: true,
    }]).execute()
    const figures = async () => (await ask('wang', { links: ['direct'] })).records.map(({ remaining, bound }) => [remaining, bound])
    expect(await figures()).toEqual([['40.00', 2]])
    expect(await ask('wang', { links: ['direct'], except: owner })).toMatchObject({ records: [{ remaining: '100.00', bound: 1 }] })
    await on.do('refuse', owner, 'head', { comment: '不行' })
    expect(await figures()).toEqual([['100.00', 1]])
  })

  it('are processes themselves where a change of them is asked for', async () => {
    const { records, total } = await ask('stranger', { type: 'processChangeReference', label: 'form plain' })
    expect([total, records]).toMatchObject([1, [{ id: 'plain', parentId: 'IT/IT', label: '单据plain/Form plain', state: 1 }]])
  })
})

describe('labels of documents by their ids', () => {
  it('tell nothing of what the caller may not read', async () => {
    const find = async (by: string) =>
      (await product.as(by).post<{ id: string; businessNo: string }[]>('/system/reference/documentLink/find', {
        ids: [running, done, others],
      })).data
    expect((await find('wang')).map(({ id }) => id).toSorted()).toEqual([running, done].toSorted())
    expect(await find('stranger')).toEqual([])
  })

  it('tell nothing of files that are neither the caller’s own nor of a document that they may read', async () => {
    const file = await product.as('wang').upload('Plan.pdf', Buffer.from('%PDF-1.4'))
    const find = async (by: string) =>
      (await product.as(by).post<{ name: string }[]>('/system/reference/attachment/find', { ids: [file] })).data.map(({ name }) => name)
    expect([await find('wang'), await find('head')]).toEqual([['Plan.pdf'], []])
    expect(await product.as('wang').post('/workflow/wf/processInstance/attachment/add', { procInstId: running, attachmentId: file }))
      .toMatchObject({ code: 200 })
    expect([await find('head'), await find('stranger')]).toEqual([['Plan.pdf'], []])
  })
})
