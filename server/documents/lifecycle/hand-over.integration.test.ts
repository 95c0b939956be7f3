import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import type { UsageSubject } from '#server/extensions/usages.ts'
import { users } from '#server/identity/organisation/users.ts'
import type { TestProduct } from '../testing.ts'
import { approvalProduct, said } from '../testing-company.ts'

interface Result {
  readonly document: string
  readonly tasks: number
  readonly reason: string | null
}

let product: TestProduct
let on: Awaited<ReturnType<typeof approvalProduct>>['on']

beforeAll(async () => {
  ;({ product, on } = await approvalProduct())
})
afterAll(() => product?.close())
afterEach(() => product.audit())

const send = (body: object, by = 'flows') =>
  product.as(by).post<Result[]>('/workflow/admin/handOver', { from: 'head', to: 'bob', comment: '离职交接', ...body })
const usages = (id: string) => product.composition.host.usages.find((each) => each.id === id)!
const count = (id: string, subject: UsageSubject) => usages(id).count(product.database.db, subject)

it('gives each document’s tasks to the successor, and says what stood in the way of one', async () => {
  const plain = await on.file('plain')
  const both = await on.file('group')
  const other = await on.file('judging')
  await on.do('transfer', both, 'chief', { assignee: 'bob' })
  const { code, data } = await send({ documents: [plain, both, other] })
  expect(code).toBe(200)
  expect(data).toEqual([
    { document: plain, tasks: 1, reason: null },
    { document: both, tasks: 0, reason: expect.stringContaining('bob中') },
    { document: other, tasks: 1, reason: null },
  ])
  expect([await on.waiting(plain), await on.waiting(both), await on.waiting(other)]).toEqual([['first: bob'], ['all: bob', 'all: head'], [
    'judge: bob',
  ]])
  expect((await on.events(plain)).slice(-3)).toEqual(['adminMoved', 'transferred', expect.any(String)])
})

it('tells everybody once about all documents of a change, whether it is one call or several', async () => {
  const { db } = product.database
  const messagesAfter = async (
    after: string,
  ) => (await db.selectFrom('message').select(['recipient', 'kind', 'en_title', 'en_content', 'document', 'params']).where('id', '>', after)
    .orderBy('id').execute())
  const last = async () => (await db.selectFrom('message').select(({ fn }) => fn.max('id').as('id')).executeTakeFirst())?.id ?? '0'
  const documents = [await on.file('plain'), await on.file('plain'), await on.file('plain')]
  const numbers = (await db.selectFrom('document').select('number').where('id', 'in', documents).orderBy('number').execute())
    .map(({ number }) => number)
  const before = await last()
  await send({ documents })
  const messages = await messagesAfter(before)
  expect(messages.map(({ recipient, kind }) => `${recipient} ${kind}`).toSorted()).toEqual(['bob transferred', 'head handedOn',
    'wang handedOn'])
  expect(messages.find(({ recipient }) => recipient === 'bob')).toMatchObject({ en_title: 'Transferred (3 documents)', document: null,
    en_content: expect.stringContaining(numbers.join(', ')) as unknown, params: { urlPage: '/todo' } })

  const two = await last()
  for (const document of documents) await send({ documents: [document], from: 'bob', to: 'frank', bulk: 'several calls' })
  expect(await messagesAfter(two)).toEqual([])
  const { now } = product.clock
  product.clock.now = () => new Date(now().getTime() + 120_000)
  await product.composition.jobs.tick()
  product.clock.now = now
  expect((await messagesAfter(two)).filter(({ recipient }) => recipient === 'frank').map(({ en_title: title }) => title)).toEqual([
    'Transferred (3 documents)',
  ])
})

it('tells of one document as always', async () => {
  const id = await on.file('plain')
  await send({ documents: [id] })
  expect(await product.database.db.selectFrom('message').select('recipient').where('document', '=', id).where('kind', '=', 'transferred')
    .execute()).toEqual([{ recipient: 'bob' }])
})

it('keeps the successor’s own document from them, with the reason, and lists whose it is', async () => {
  const id = await on.file('plain')
  const { data } = await send({ documents: [id], to: 'wang' })
  expect(data).toEqual([{ document: id, tasks: 0, reason: expect.stringContaining('wang中是本单据的发起人或申请人') as unknown }])
  expect(await on.waiting(id)).toEqual(['first: head'])
  const listed = await usages('runningTasks').list(product.database.db, { person: 'head' }, { limit: 200, offset: 0 })
  const { title } = await product.database.db.selectFrom('document').select('title').where('id', '=', id).executeTakeFirstOrThrow()
  expect(listed.find(({ document }) => document === id)?.detail).toMatch(new RegExp(`wang中 · ${title}/.*wang · `))
})

it('proposes what moves money: a second person confirms it first', async () => {
  const paid = await on.file('paid')
  expect((await send({ documents: [paid] })).data).toEqual([{ document: paid, tasks: 0, reason: '已提议。本单据涉及资金，须由第二人确认' }])
  expect(await on.waiting(paid)).toEqual(['first: head'])
})

it('leaves what waits for others with them', async () => {
  const id = await on.file('group')
  expect((await send({ documents: [id], to: 'frank' })).data).toEqual([{ document: id, tasks: 1, reason: null }])
  expect(await on.waiting(id)).toEqual(['all: chief', 'all: frank'])
})

it('does nothing twice when it is sent again, and leaves alone what was handled meanwhile', async () => {
  const id = await on.file('plain')
  const answers = await Promise.all([send({ documents: [id] }), send({ documents: [id] })])
  expect(answers.map(({ data }) => data[0]?.tasks).toSorted()).toEqual([0, 1])
  expect(await on.waiting(id)).toEqual(['first: bob'])
})

it('is a workflow administrator’s, with a reason and a successor who is there', async () => {
  const id = await on.file('plain')
  expect((await send({ documents: [id] }, 'head')).code).toBe(403)
  expect(said((await send({ documents: [id], to: 'gone' })) as never)).toEqual([42009, 'gone中已停用，请重新选择', 'to'])
  expect(said((await send({ documents: [id], comment: ' ' })) as never).at(-1)).toBe('comment')
  expect((await send({ documents: ['nothing'] })).data).toEqual([{ document: 'nothing', tasks: 0, reason: null }])
  expect(await on.waiting(id)).toEqual(['first: head'])
})

it('a document returned to somebody is listed with what rests on them, stays theirs, and can be ended', async () => {
  const id = await on.file('plain')
  await on.do('v2/back', id, 'head', { desNodeId: 'start', comment: '请补充' })
  const found = await usages('returnedDocuments').list(product.database.db, { person: 'wang' }, { limit: 10, offset: 0 })
  expect(found).toMatchObject([{ document: id, name: '单据plain/Form plain', detail: expect.stringMatching(/^PLAIN\d+$/),
    path: expect.stringContaining(id) }])
  expect([await count('returnedDocuments', { person: 'wang' }), await count('runningTasks', { person: 'wang' })]).toEqual([1, 0])
  expect((await send({ documents: [id], from: 'wang' })).data).toEqual([{ document: id, tasks: 0, reason: null }])
  expect(await on.waiting(id)).toEqual(['start: wang'])
  expect((await product.as('flows').post('/workflow/admin/forceEnd', { procInstId: id, comment: '发起人已离职' })).data).toMatchObject({
    state: 2,
  })
  expect(await count('returnedDocuments', { person: 'wang' })).toBe(0)
})

it('what rests on a person or a unit is as many as are listed', async () => {
  const { db } = product.database
  const tasks = await db.selectFrom('task').select('id').where('assignee', '=', 'head').where('state', '=', 'running').where('node', '<>',
    'start').execute()
  expect(tasks.length).toBeGreaterThan(1)
  expect(await count('runningTasks', { person: 'head' })).toBe(tasks.length)
  const [first, second] = await Promise.all(
    [0, 1].map((offset) => usages('runningTasks').list(db, { person: 'head' }, { limit: 1, offset })),
  )
  expect(new Set([...first!, ...second!].map((task) => task.id)).size).toBe(2)
  expect(first![0]).toMatchObject({ name: expect.stringContaining('/Form '), path: expect.stringContaining('procInstId=') })
  const documents = await db.selectFrom('document').select('id').where('department', '=', 'works').where('state', '=', 'inApproval')
    .execute()
  expect(await count('documentsInApproval', { units: ['works', 'office'] })).toBe(documents.length)
  expect(await count('documentsInApproval', { units: ['office'] })).toBe(0)
  expect((await usages('flows').list(db, { person: 'carl' }, { limit: 10, offset: 0 })).map(({ id }) => id)).toEqual(['group'])
  expect((await usages('flows').list(db, { units: ['works'] }, { limit: 10, offset: 0 })).map(({ id }) => id)).toEqual(['chosen'])
})

it('what waits for a disabled initiator is found in the list of all documents, and no more comes to wait', async () => {
  const { db } = product.database
  const [returned, waiting] = [await on.file('plain'), await on.file('plain')]
  await on.do('v2/back', returned, 'head', { desNodeId: 'start', comment: '请补充' })
  const found = async (filter: object = { initiatorGone: true }) =>
    (await product.as('voider').post<{ records: { businessKey: string }[] }>('/workflow/tasks/all', filter)).data.records
      .map(({ businessKey }) => businessKey)
  expect(await found()).toEqual([])
  await db.transaction().execute((tx) => users(tx, new Date()).setEnabled('wang', false))
  expect(await found()).toEqual([returned])
  const stuck = await found({ problem: true, size: 200 })
  expect([stuck.includes(returned), stuck.includes(waiting)]).toEqual([true, false])
  expect(said(await on.do('v2/back', waiting, 'head', { desNodeId: 'start', comment: '请补充' }))).toEqual([42009,
    '发起人wang中已停用或已离职，无法修改单据；请拒绝，或退回其他节点', 'desNodeId'])
})
