import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { transaction } from '#server/database/transaction.ts'
import { type ApprovalProduct, approvalProduct } from '#server/documents/testing-company.ts'
import type { PostingCall, PostingCheck } from './posting.ts'
import { leasePostings } from './worker.ts'
import { lockDocumentOf } from './writing.ts'

let world: ApprovalProduct
let now = new Date('2026-11-20T02:00:00Z')
/** A fake other system: its records by key, and its behaviour. */
const store = { manner: 'answers' as 'answers' | 'refuses' | 'busy' | 'losesAnswers', done: new Map<string, string>(),
  requests: [] as string[], refusing: (() => false) as (body: unknown) => boolean,
  hanging: (() => undefined) as (body: unknown) => Promise<void> | undefined, retryAfter: undefined as number | undefined,
  judging: (() => ({ outcome: 'checked', details: [] })) as (body: unknown) => PostingCheck }

const send: PostingCall['send'] = async (_, { key, body }) => {
  store.requests.push(key)
  await store.hanging(body)
  if (store.manner === 'refuses' || store.refusing(body))
    return { outcome: 'refused', message: '账期未开/The period is closed', code: 'F5 201', field: 'qty' }
  if (store.manner === 'busy')
    return { outcome: 'busy', message: 'locked by BATCH', ...(store.retryAfter !== undefined && { retryAfter: store.retryAfter }) }
  const number = store.done.get(key) ?? `9${store.done.size}`
  store.done.set(key, number)
  if (store.manner === 'losesAnswers') throw new Error('cut')
  return { outcome: 'posted', number }
}

beforeAll(async () => {
  world = await approvalProduct({ send, check: async (_, { body }) => store.judging(body) })
  world.product.clock.now = () => now
})
afterAll(() => world?.product.close())
beforeEach(() =>
  Object.assign(store, { manner: 'answers', requests: [], refusing: () => false, hanging: () => undefined, retryAfter: undefined,
    judging: () => ({ outcome: 'checked', details: [] }) })
)

const later = (minutes: number) => {
  now = new Date(now.getTime() + minutes * 60_000)
}
const tick = () => world.product.composition.postings.tick()
interface PostingAnswer {
  id: string
  step: string
  line: string
  state: string
  posted: string | null
  message: string | null
  attempts: number
  reverses: string | null
}
const page = async (body: object, who = 'voider') =>
  (await world.product.as(who).post<{ records: PostingAnswer[]; total: number }>('/workflow/posting/page', body)).data
const of = async (document: string) => (await page({ document })).records.toReversed()
const shown = async (document: string) =>
  (await of(document)).map(({ step, line, state, posted }) => [step, line, state, ...(posted ? [posted] : [])].join(' '))
const file = (lines: object[] = [], amount = '0') =>
  world.on.file('posted', { amount, lines: lines.map((line, index) => ({ rowId: `r${index}`, ...line })) })

describe('what a document sends', () => {
  it('is written down with the decision and sent after it, each line once', async () => {
    const id = await file([{ material: 'M-1', qty: 2 }, { material: 'M-2', qty: 3 }], '12.50')
    await tick()
    expect(await shown(id)).toEqual([])
    await world.on.pass(id, 'head')
    expect(await world.product.database.db.selectFrom('posting').select(['body', 'step']).where('document', '=', id).execute()).toEqual([{
      step: 'order',
      body: { title: 'posted', total: 12.5 },
    }])
    await world.on.pass(id, 'chief')
    await Promise.all([tick(), tick()])
    expect((await shown(id)).map((line) => line.replace(/ 9\d+$/, ''))).toEqual(['order  posted', 'issue r0 posted', 'issue r1 posted'])
    expect(new Set(store.requests).size).toBe(store.requests.length)
    expect(store.requests.length).toBe(3)
  })

  it('is nothing where its condition does not hold', async () => {
    const id = await file()
    await world.on.pass(id, 'head', 'chief')
    expect(await shown(id)).toEqual([])
  })

  it('is asked about again with the same key where the answer was lost, and done once', async () => {
    const id = await file([{ material: 'M-3', qty: 1 }])
    await world.on.pass(id, 'head', 'chief')
    store.manner = 'losesAnswers'
    await tick()
    expect(await shown(id)).toEqual(['issue r0 sent'])
    const done = store.done.size
    store.manner = 'answers'
    await tick()
    expect(store.requests).toHaveLength(1)
    later(2)
    await tick()
    expect((await shown(id))[0]).toMatch(/^issue r0 posted/)
    expect(store.done.size).toBe(done)
  })

  it('is given up after five answers that were lost, and shown as refused', async () => {
    const id = await file([{ material: 'M-4', qty: 1 }])
    await world.on.pass(id, 'head', 'chief')
    store.manner = 'losesAnswers'
    for (let attempt = 0; attempt < 6; attempt += 1) {
      await tick()
      later(300)
    }
    expect(await shown(id)).toEqual(['issue r0 refused'])
  })
})

describe('what the other system would refuse', () => {
  const wrong: PostingCheck = { outcome: 'checked',
    details: [{ severity: 'error', code: 'M3 305', message: 'Material does not exist', field: 'material' }, { severity: 'warning',
      code: 'W 1', message: 'only a warning', field: 'qty' }] }
  const judged = (
    body: unknown,
  ) => ((body as { material?: string }).material === 'GONE' ? wrong : { outcome: 'checked' as const, details: [] })

  it('is told at the line and field when a document is filed, and when its last approver passes', async () => {
    store.judging = judged
    const lines = [{ rowId: 'r0', material: 'M-40', qty: 1 }, { rowId: 'r1', material: 'GONE', qty: 1 }]
    const refused = await world.product.as('wang').post('/oaserver/posted/apply', { business: { title: 'posted', amount: '0', lines } })
    expect(refused).toMatchObject({ code: 42009,
      data: { fields: [{ name: 'lines.1.material', message: '仓库系统将拒绝：M3 305 Material does not exist' }] } })
    store.judging = () => ({ outcome: 'unavailable' })
    const id = await file(lines)
    await world.on.pass(id, 'head')
    store.judging = judged
    expect(await world.on.do('pass', id, 'chief')).toMatchObject({ code: 42009, data: { fields: [{ name: 'lines.1.material' }] } })
    expect(await shown(id)).toEqual([])
    store.judging = () => ({ outcome: 'unavailable' })
    await world.on.pass(id, 'chief')
    expect(await shown(id)).toEqual(['issue r0 waiting', 'issue r1 waiting'])
    await tick()
  })
})

describe('a line that hangs', () => {
  const materialOf = (body: unknown) => (body as { material?: string }).material
  const decided = async (material: string) => {
    const id = await file([{ material, qty: 1 }])
    await world.on.pass(id, 'head', 'chief')
    return id
  }
  const until = (what: () => Promise<boolean>) => vi.waitFor(async () => expect(await what()).toBe(true), { timeout: 60_000, interval: 50 })

  it('holds up neither other calls nor lines decided later, and what waits behind it counts as waiting', async () => {
    let end = () => {}
    const answer = new Promise<void>((resolve) => void (end = resolve))
    store.hanging = (body) => (materialOf(body) === 'H-1' ? answer : undefined)
    const hanging = await Promise.all(['H-1', 'H-1', 'H-1'].map(decided))
    const other = await file([], '5')
    await world.on.pass(other, 'head')
    const beat = tick()
    await until(async () => (await shown(other))[0]?.startsWith('order  posted') ?? false)
    expect((await Promise.all(hanging.map(shown))).flat().toSorted()).toEqual(['issue r0 sent', 'issue r0 sent', 'issue r0 waiting'])
    const later = await file([], '6')
    await world.on.pass(later, 'head')
    await until(async () => (await shown(later))[0]?.startsWith('order  posted') ?? false)
    end()
    await beat
    expect((await Promise.all(hanging.map(shown))).flat().every((line) => line.startsWith('issue r0 posted'))).toBe(true)
  })

  it('counts as unanswered after its time, and is asked about again', async () => {
    store.hanging = (body) => (materialOf(body) === 'H-2' ? new Promise(() => undefined) : undefined)
    const id = await decided('H-2')
    await tick()
    expect(await shown(id)).toEqual(['issue r0 sent'])
    store.hanging = () => undefined
    later(2)
    await tick()
    expect((await shown(id))[0]).toMatch(/^issue r0 posted/)
  })
})

describe('a line that was refused', () => {
  it('is told of, sent again by whoever may, and the lines beside it stand', async () => {
    store.refusing = (body) => (body as { material?: string }).material === 'M-6'
    const id = await file([{ material: 'M-5', qty: 1 }, { material: 'M-6', qty: 1 }])
    await world.on.pass(id, 'head', 'chief')
    await tick()
    const [first, second] = await of(id)
    expect([first?.state, second?.state, second?.message]).toEqual(['posted', 'refused', '账期未开/The period is closed'])
    const notified = await world.product.database.db.selectFrom('message').select('recipient').where('document', '=', id).where('kind', '=',
      'serviceTaskFailed').execute()
    expect(notified.map(({ recipient }) => recipient)).toEqual(['wang'])
    const retry = (who: string) => world.product.as(who).post('/workflow/posting/retry', { id: second?.id })
    expect((await retry('wang')).code).toBe(403)
    expect(await retry('voider')).toMatchObject({ code: 42009, msg: '过账失败：账期未开' })
    store.refusing = () => false
    expect((await retry('voider')).code).toBe(200)
    expect((await retry('voider')).code).toBe(42007)
    expect((await of(id)).map(({ state, attempts }) => `${state} ${attempts}`)).toEqual(['posted 1', 'posted 3'])
  })

  it('is marked as handled with a reason, once', async () => {
    store.manner = 'refuses'
    const id = await file([{ material: 'M-7', qty: 1 }])
    await world.on.pass(id, 'head', 'chief')
    await tick()
    const [line] = await of(id)
    const handle = (body: object, who = 'voider') => world.product.as(who).post('/workflow/posting/handle', { id: line?.id, ...body })
    expect([(await handle({ reason: 'x' }, 'wang')).code, (await handle({ reason: '' })).code]).toEqual([403, 42009])
    expect((await handle({ reason: ' ', number: null })).code).toBe(42009)
    expect((await handle({ reason: '手工入账', number: '4711' })).code).toBe(200)
    expect((await handle({ reason: '手工入账' })).code).toBe(42007)
    expect(await shown(id)).toEqual(['issue r0 handled 4711'])
  })

  it('is taken for another attempt although somebody holds its document, as whoever marks it as handled does first', async () => {
    store.manner = 'refuses'
    const id = await file([{ material: 'M-30', qty: 1 }])
    await world.on.pass(id, 'head', 'chief')
    await tick()
    const [line] = await of(id)
    const { db } = world.product.database
    const leased = await transaction(db, async (tx) => {
      await lockDocumentOf(tx, line!.id)
      return leasePostings(db, { at: now, id: line!.id })
    })
    expect(leased.map(({ id: taken }) => taken)).toEqual([line!.id])
  })
})

describe('a document that is taken back', () => {
  const revoke = (id: string) => world.product.as('wang').post('/workflow/abort', { procInstId: id, comment: 'x' })

  it('reverses what was posted, and does not send what was not', async () => {
    store.refusing = (body) => (body as { material?: string }).material === 'M-9'
    const id = await file([{ material: 'M-8', qty: 1 }, { material: 'M-9', qty: 1 }])
    await world.on.pass(id, 'head', 'chief')
    await tick()
    expect((await revoke(id)).code).toBe(200)
    await tick()
    const lines = await of(id)
    expect(lines.map(({ line, state, reverses }) => [line, state, reverses !== null])).toEqual([['r0', 'posted', false], ['r1', 'handled',
      false], ['r0', 'posted', true]])
    expect(store.requests.at(-1)).toMatch(/-reversal$/)
  })

  it('stays where the form says nothing of reversal, or nobody knows what was done', async () => {
    const posted = await file([], '5')
    await world.on.pass(posted, 'head', 'chief')
    await tick()
    expect(await revoke(posted)).toMatchObject({ code: 42009, msg: '仓库系统已过账，请先在仓库系统冲销' })
    const id = await file([{ material: 'M-10', qty: 1 }])
    await world.on.pass(id, 'head', 'chief')
    store.manner = 'losesAnswers'
    await tick()
    expect(await revoke(id)).toMatchObject({ code: 42009, msg: '正在向仓库系统过账，请等待结果' })
  })
})

describe('the posting centre', () => {
  it('pages and filters within the documents that a person may read, and is closed without the right', async () => {
    const all = await page({})
    const refused = await page({ states: ['refused'] })
    expect(all.total).toBeGreaterThan(refused.total)
    expect(refused.records.every(({ state }) => state === 'refused')).toBe(true)
    expect((await page({ size: 1, current: 2 })).records).toEqual([all.records[1]])
    expect((await page({ keyword: '4711' })).total).toBe(1)
    expect((await page({ type: 'plain' })).total).toBe(0)
    expect((await world.product.as('wang').post('/workflow/posting/page', {})).code).toBe(403)
    const { data: { states: figures, types } } = await world.product.as('voider').post<
      { states: Record<string, { count: number; days: number[] }>; types: { type: string }[] }
    >(
      '/workflow/posting/figures',
      {},
    )
    expect(types.map(({ type }) => type)).toEqual(['posted'])
    expect(Object.values(figures).reduce((sum, { count }) => sum + count, 0)).toBe(all.total)
    expect(figures['posted']?.days).toHaveLength(7)
    expect(figures['refused']?.count).toBe(refused.total)
    expect((await world.product.as('wang').post('/workflow/posting/figures', {})).code).toBe(403)
  })

  it('opens a line: what is sent by its names, every attempt, what a refusal means and what has helped others', async () => {
    store.manner = 'refuses'
    const id = await file([{ material: 'M-20', qty: 4 }])
    await world.on.pass(id, 'head', 'chief')
    await tick()
    const [line] = await of(id)
    store.manner = 'answers'
    expect((await world.product.as('voider').post('/workflow/posting/retry', { id: line?.id })).code).toBe(200)
    const other = await file([{ material: 'M-21', qty: 4 }])
    await world.on.pass(other, 'head', 'chief')
    store.manner = 'refuses'
    await tick()
    const [refused] = await of(other)
    const open = async (which: string | undefined, who = 'voider') =>
      world.product.as(who).get<Record<string, unknown>>(`/workflow/posting/${which}`)
    const { data } = await open(refused?.id)
    expect(data).toMatchObject({ code: 'F5 201', field: 'qty', means: '账期未开，请财务打开/The period is closed, finance opens it',
      helped: { posted: 2, handled: 1, reason: '手工入账' }, repair: null, tries: [{ outcome: 'refused', code: 'F5 201', person: null }] })
    expect(data['body']).toContainEqual(expect.objectContaining({ name: 'qty', value: 4 }))
    // no field of the form is sent, so that the call names the value
    expect(data['body']).toContainEqual({ name: 'kind', label: '类型/Kind', value: 'issue', isWithheld: false })
    expect((await open(line?.id)).data['tries']).toMatchObject([{ outcome: 'posted', person: 'voider中/voider' }, { outcome: 'refused',
      person: null }])
    expect((await open(refused?.id, 'wang')).code).toBe(403)
  })

  it('comes no earlier than the other system wants, and says whom it waits for', async () => {
    store.manner = 'busy'
    store.retryAfter = 600
    const id = await file([{ material: 'M-41', qty: 1 }])
    await world.on.pass(id, 'head', 'chief')
    await tick()
    expect((await of(id))[0]).toMatchObject({ state: 'waiting', waitsFor: '仓库系统/Store' })
    store.manner = 'answers'
    later(9)
    await tick()
    expect(await shown(id)).toEqual(['issue r0 waiting'])
    later(2)
    await tick()
    expect((await shown(id))[0]).toMatch(/^issue r0 posted/)
  })

  it('tries again by itself what the other system is too busy for, and shows it as refused in the end', async () => {
    store.manner = 'busy'
    const id = await file([{ material: 'M-22', qty: 1 }])
    await world.on.pass(id, 'head', 'chief')
    await tick()
    expect(await shown(id)).toEqual(['issue r0 waiting'])
    expect((await of(id))[0]?.message).toBe('locked by BATCH')
    for (let attempt = 0; attempt < 5; attempt += 1) {
      later(300)
      await tick()
    }
    expect(await shown(id)).toEqual(['issue r0 refused'])
  })
})
