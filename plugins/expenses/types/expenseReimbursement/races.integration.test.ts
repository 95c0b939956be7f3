import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { CallAnswer, TestProduct } from '#server/documents/testing.ts'
import { claim, claims, row, type } from '#plugins/expenses/server/testing-claims.ts'
import { demoProduct } from '#plugins/demo/server/testing.ts'

let product: TestProduct
let on: ReturnType<typeof claims>

beforeAll(async () => {
  product = await demoProduct({ connections: 20 })
  on = claims(product)
  await Promise.all(
    ['quality', 'yangfan', 'accountant', 'huangli', 'finance'].map((name) => product.as(name).get('/workflow/tasks/counts')),
  )
})
afterAll(() => product?.close())
afterEach(() => product.audit())

const times = <Result>(count: number, work: (index: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)))
const codes = (answers: readonly CallAnswer[]) => {
  const counts: Record<number, number> = {}
  for (const { code } of answers) counts[code] = (counts[code] ?? 0) + 1
  return counts
}
const eventsOf = async (id: string) =>
  (await product.database.db.selectFrom('document_event').select('type').where('document', '=', id).orderBy('seq').execute()).map((event) =>
    event.type
  )
const running = (names: readonly string[], by: string) => names.filter((name) => name === by).length

describe('sixteen callers at once', () => {
  it('pass one task: one does, the others hear where the document stands now', async () => {
    const id = await on.file('quality', claim([row('10.00')]))
    const task = await on.at(id, 'deptHead')
    const answers = await times(16, () => on.pass(task))
    expect(codes(answers)).toEqual({ 200: 1, 42006: 15 })
    for (const { code, data } of answers) {
      expect(data).toMatchObject({ state: 1, currentTask: { nodeId: 'accountantReview' },
        ...(code === 42006 && { routeName: `${type}Detail` }) })
    }
    expect(running(await eventsOf(id), 'passed')).toBe(1)
  })

  it('refuse or pass one task: one decides', async () => {
    const id = await on.file('quality', claim([row('10.00')]))
    const task = await on.at(id, 'deptHead')
    const refuse = () => product.as(task.by).post('/workflow/refuse', { taskId: task.task, comment: '不同意' })
    const answers = await times(16, (index): Promise<CallAnswer> => (index % 2 === 0 ? on.pass(task) : refuse()))
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)
    const decided = answers.find(({ code }) => code === 200)?.data as { state: number }
    // later calls find a document that has already ended
    expect(codes(answers)).toEqual({ 200: 1, 42006: 15 })
    expect(await on.budget(id)).toEqual({ occupied: decided.state === 2 ? '0.00' : '10.00', spent: '0.00' })
  })

  it('pass while it is revoked: it is passed first or not at all, and revoked once', async () => {
    const id = await on.file('quality', claim([row('10.00')]))
    const task = await on.at(id, 'deptHead')
    const revoke = () => product.as('quality').post('/workflow/abort', { procInstId: id })
    const answers = await times(16, (index): Promise<CallAnswer> => (index % 4 === 3 ? revoke() : on.pass(task)))
    const revoked = answers.filter((_, index) => index % 4 === 3)
    expect(codes(revoked)).toEqual({ 200: 1, 42007: 3 })
    expect(answers.every(({ code }) => [200, 42006, 42007].includes(code))).toBe(true)
    const events = await eventsOf(id)
    expect([running(events, 'revoked'), running(events, 'passed') <= 1]).toEqual([1, true])
    expect(await on.budget(id)).toEqual({ occupied: '0.00', spent: '0.00' })
    expect(await on.pending(id)).toEqual([])
  })

  it('of several who may, one passes and the others’ tasks are gone', async () => {
    const id = await on.file('quality', claim([row('10.00')]))
    await on.passThrough(id, { until: 'accountantReview' })
    const tasks = (await on.pending(id)).filter(({ node }) => node === 'accountantReview')
    expect(tasks.length).toBeGreaterThan(1)
    const answers = await times(16, (index) => on.pass(tasks[index % tasks.length]!))
    expect(codes(answers)).toEqual({ 200: 1, 42006: 15 })
    expect(await on.pending(id)).toMatchObject([{ node: 'financeManager' }])
  })

  it('file claims, each with a number of its own', async () => {
    const answers = await times(16, (index) => on.apply(product.as('quality'), claim([row(`${index + 1}.00`)])))
    expect(codes(answers)).toEqual({ 200: 16 })
    expect(new Set(answers.map(({ data }) => data.businessNo)).size).toBe(16)
  })
})

describe('an approved application', () => {
  /** Inserts an approved application as a row, without history. @returns a function that deletes it */
  const approved = async () => {
    const { db } = product.database
    // generated columns
    const { marks: _, bearing: __, ...model } = await db.selectFrom('document').selectAll().where('id', '=',
      await on.file('quality', claim([row('1.00')])))
      .executeTakeFirstOrThrow()
    const application = { ...model, id: 'application', number: 'DC1', type: 'taxiApply', state: 'completed' as const, value: '{}',
      process: '{}', current_nodes: '[]', ended_at: new Date() }
    await db.insertInto('document').values(application).execute()
    return async () => {
      await db.deleteFrom('document_link').where('target', '=', 'application').execute()
      await db.deleteFrom('document').where('id', '=', 'application').execute()
    }
  }

  it('is claimed by one of those who file at once', async () => {
    const remove = await approved()
    const answers = await times(8,
      () => on.apply(product.as('quality'), claim([row('5.00')], { reimburseKind: '2', taxiLinks: ['application'] })))
    expect(codes(answers)).toEqual({ 200: 1, 42009: 7 })
    const winner = answers.find(({ code }) => code === 200)?.data
    expect(on.refusal(answers.find(({ code }) => code !== 200)!).fields).toEqual({ taxiLinks: `该申请已被单据${winner?.businessNo}报销` })
    await product.as('quality').post('/workflow/abort', { procInstId: winner?.businessKey })
    expect(await on.apply(product.as('quality'), claim([row('5.00')], { reimburseKind: '2', taxiLinks: ['application'] }))).toMatchObject({
      code: 200,
    })
    await remove()
  })
})

describe('one key', () => {
  it('files once, however often it is sent, and gives the first answer again', async () => {
    const business = claim([row('10.00')])
    const send = (key: string, more = {}) =>
      product.as('quality').post<{ businessKey: string }>(`/oaserver/${type}/apply`, { business, ...more }, { 'idempotency-key': key })
    const answers = await times(8, () => send('file-1'))
    expect(new Set(answers.map(({ data }) => data.businessKey)).size).toBe(1)
    expect(codes(answers)).toEqual({ 200: 8 })
    expect((await send('file-2')).data.businessKey).not.toBe(answers[0]?.data.businessKey)
    expect(await send('file-1', { confirmed: ['G-13'] })).toMatchObject({ code: 42009 })
  })

  it('passes once: a client that lost the answer gets it by asking again', async () => {
    const id = await on.file('quality', claim([row('10.00')]))
    const task = await on.at(id, 'deptHead')
    const send = (key: string) => product.as(task.by).post('/workflow/pass', { taskId: task.task }, { 'idempotency-key': key })
    const first = await send('pass-1')
    expect(first).toMatchObject({ code: 200, data: { currentTask: { nodeId: 'accountantReview' } } })
    expect(await send('pass-1')).toEqual(first)
    expect(await send('pass-2')).toMatchObject({ code: 42006 })
    expect(running(await eventsOf(id), 'passed')).toBe(1)
  })

  it('of a refusal is not kept', async () => {
    const send = (items: readonly object[]) =>
      product.as('quality').post(`/oaserver/${type}/apply`, { business: claim(items as never) }, { 'idempotency-key': 'later' })
    expect(await send([])).toMatchObject({ code: 42009 })
    expect(await send([row('1.00')])).toMatchObject({ code: 200 })
  })
})

it('the next task is there when the answer is', async () => {
  const id = await on.file('quality', claim([row('10.00')]))
  const answer = await on.pass(await on.at(id, 'deptHead'))
  const [next] = answer.data.currentTask?.assigneeList ?? []
  const { data } = await product.as(String(next).replace('u-', '')).post<{ records: { businessKey: string }[] }>('/workflow/tasks/todoList',
    { size: 200 })
  expect(data.records.map(({ businessKey }) => businessKey)).toContain(id)
})
