import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type ApprovalProduct, approvalProduct, said } from '#server/documents/testing-company.ts'
import type { PostingCall } from './posting.ts'

let world: ApprovalProduct
let now = new Date('2026-11-20T02:00:00Z')
/** The other system: what it did by key, and how it behaves. */
const store = { manner: 'answers' as 'answers' | 'refuses' | 'busy' | 'losesAnswers', done: new Map<string, unknown>(),
  requests: [] as string[], hold: undefined as Promise<void> | undefined }

const send: PostingCall['send'] = async (_, { key, body }) => {
  store.requests.push(key)
  await store.hold
  if (store.manner === 'refuses') return { outcome: 'refused', message: 'too much', code: 'M7 021', field: 'total' }
  if (store.manner === 'busy') return { outcome: 'busy', message: 'locked by BATCH' }
  store.done.set(key, body)
  if (store.manner === 'losesAnswers') throw new Error('cut')
  return { outcome: 'posted', number: `R${[...store.done.keys()].indexOf(key)}` }
}

beforeAll(async () => {
  world = await approvalProduct({ send })
  world.product.clock.now = () => now
})
afterAll(() => world?.product.close())
beforeEach(() => Object.assign(store, { manner: 'answers', requests: [], hold: undefined }))

const later = (minutes: number) => {
  now = new Date(now.getTime() + minutes * 60_000)
}
const tick = () => world.product.composition.postings.tick()
const lines = (document: string) =>
  world.product.database.db.selectFrom('posting').select(['key', 'state', 'call', 'number', 'body']).where('document', '=', document)
    .orderBy('id').execute()
const states = async (document: string) => (await lines(document)).map(({ call, state }) => `${call} ${state}`)
const file = (amount = '12.50') => world.on.file('reserved', { amount })
const reservationOf = async (id: string) => (await world.on.detail(id, 'wang')).business['reservation']
/** Files a document that one of the two approvers has passed. */
const halfway = async (amount?: string) => {
  const id = await file(amount)
  await world.on.pass(id, 'head')
  return id
}

describe('what is posted before a pass', () => {
  it('is posted by the pass that leaves the node, and its number stands in the document', async () => {
    const id = await halfway()
    expect(await states(id)).toEqual([])
    await world.on.pass(id, 'anna')
    expect(await states(id)).toEqual(['store.order posted'])
    expect(await reservationOf(id)).toMatch(/^R\d+$/)
    expect(await world.on.waiting(id)).toEqual(['second: chief'])
    await tick()
    expect(store.requests).toHaveLength(1)
  })

  it('is nothing where its condition does not hold', async () => {
    const id = await halfway('0')
    await world.on.pass(id, 'anna')
    expect(await states(id)).toEqual([])
  })

  it('refuses the pass in the words of the other system, at the field, and tells nobody else', async () => {
    const id = await halfway()
    store.manner = 'refuses'
    expect(said(await world.on.do('pass', id, 'anna'))).toEqual([42009, '过账失败：too much', 'amount'])
    expect(await world.on.waiting(id)).toEqual(['first: anna'])
    const notified = await world.product.database.db.selectFrom('message').select('id').where('document', '=', id).where('kind', '=',
      'serviceTaskFailed').execute()
    expect(notified).toEqual([])
    const page = await world.product.as('voider').post<{ records: { waitsFor: string | null }[] }>('/workflow/posting/page', {
      document: id,
    })
    expect(page.data.records).toMatchObject([{ state: 'refused', waitsFor: '节点first/Node first' }])
    store.manner = 'answers'
    await world.on.pass(id, 'anna')
    // sent again as it was, under the key that it had
    expect(new Set(store.requests).size).toBe(1)
    expect(await states(id)).toEqual(['store.order posted'])
  })

  it('takes another key with another content, and a busy system counts as a refusal', async () => {
    const id = await halfway()
    store.manner = 'busy'
    expect(said(await world.on.do('pass', id, 'anna'))).toEqual([42009, '过账失败：locked by BATCH'])
    await tick()
    later(300)
    await tick()
    expect(store.requests).toHaveLength(1)
    store.manner = 'answers'
    expect((await world.on.do('pass', id, 'anna', { business: { amount: '9.00' } })).code).toBe(200)
    expect((await lines(id)).map(({ key, state }) => [key.replace(/^\w+-/, ''), state])).toEqual([['1-reserve', 'handled'], ['1-reserve.2',
      'posted']])
    expect([...store.done.values()].at(-1)).toEqual({ title: 'reserved', total: 9 })
  })

  it('refuses the pass where no answer came, asks with the same key again, and is done once', async () => {
    const id = await halfway()
    store.manner = 'losesAnswers'
    expect(said(await world.on.do('pass', id, 'anna'))).toEqual([42009, '仓库系统没有应答，系统正在查询结果，请稍后再次通过'])
    expect(await states(id)).toEqual(['store.order sent'])
    expect((await world.product.as('wang').post('/workflow/abort', { procInstId: id, comment: 'x' })).code).toBe(42009)
    store.manner = 'answers'
    await world.on.pass(id, 'anna')
    expect(new Set(store.requests).size).toBe(1)
    expect((await lines(id)).map(({ state }) => state)).toEqual(['posted'])
  })

  it('asks first about what is undecided, and takes it back where the content is another now', async () => {
    const id = await halfway()
    store.manner = 'losesAnswers'
    await world.on.do('pass', id, 'anna')
    store.manner = 'answers'
    expect((await world.on.do('pass', id, 'anna', { business: { amount: '7.00' } })).code).toBe(200)
    expect(await states(id)).toEqual(['store.order posted', 'store.return waiting', 'store.order posted'])
    await tick()
    expect(await states(id)).toEqual(['store.order posted', 'store.return posted', 'store.order posted'])
    expect(await reservationOf(id)).toBe((await lines(id)).at(-1)?.number)
  })

  it('is found out by itself where nobody passes again, and taken back where the document was refused meanwhile', async () => {
    const id = await halfway()
    store.manner = 'losesAnswers'
    await world.on.do('pass', id, 'anna')
    expect((await world.on.do('refuse', id, 'anna', { comment: 'no' })).code).toBe(200)
    store.manner = 'answers'
    later(2)
    await tick()
    await tick()
    expect(await states(id)).toEqual(['store.order posted', 'store.return posted'])
  })

  it('is taken back where the pass that it was for never came', async () => {
    const id = await halfway()
    const refused = await world.on.do('pass', id, 'anna', { business: { amount: '5.00', remark: 'x'.repeat(101) } })
    expect(refused.code).toBe(42009)
    // refusals of the form come before anything is sent
    expect(store.requests).toEqual([])
    await world.on.pass(id, 'anna')
    expect((await world.product.as('wang').post('/workflow/abort', { procInstId: id, comment: 'x' })).code).toBe(200)
    await tick()
    expect(await states(id)).toEqual(['store.order posted', 'store.return posted'])
  })

  it('is posted once by two passes at the same time', async () => {
    const id = await halfway()
    const task = await world.on.task(id, 'anna')
    let go = () => {}
    store.hold = new Promise((resolve) => void (go = resolve))
    const passes = [1, 2].map(() => world.product.as('anna').post('/workflow/pass', { taskId: task }))
    await expect.poll(() => store.requests.length).toBe(1)
    go()
    const codes = (await Promise.all(passes)).map(({ code }) => code).toSorted((one, other) => one - other)
    expect(codes[0]).toBe(200)
    expect(codes[1]).toBeGreaterThan(200)
    expect(store.requests).toHaveLength(1)
    expect(await states(id)).toEqual(['store.order posted'])
  })

  it('is sent afterwards where a node is left without a pass', async () => {
    const id = await halfway()
    await world.product.database.db.selectFrom('task').select('id').execute()
    const admin = world.product.as('flows')
    expect((await admin.post('/workflow/admin/skip', { procInstId: id, taskId: await world.on.task(id, 'anna'), comment: 'x' })).code).toBe(
      200,
    )
    expect(await states(id)).toEqual(['store.order waiting'])
    await tick()
    expect(await states(id)).toEqual(['store.order posted'])
  })
})
