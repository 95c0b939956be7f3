import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { routeRegistry } from '../http/door.ts'
import type { TestProduct } from './testing.ts'
import { approvalProduct } from './testing-company.ts'

let product: TestProduct
let on: Awaited<ReturnType<typeof approvalProduct>>['on']

beforeAll(async () => {
  ({ product, on } = await approvalProduct())
})
afterAll(() => product?.close())
afterEach(() => product.audit())

interface Sent {
  readonly by: string
  readonly url: string
  /** Without it, the call is a GET. */
  readonly body?: object
  /** Another body that would be accepted. */
  readonly other?: object
}

/** Each call by its route, with a document that it can be made on. */
const calls: Readonly<Record<string, () => Promise<Sent>>> = {
  'POST /oaserver/:businessType/apply': async () => ({ by: 'wang', url: '/oaserver/plain/apply', body: { business: { title: '甲' } }, other: { business: { title: '乙' } } }),
  'POST /workflow/pass': () => onTask('pass', {}, { comment: '同意' }),
  'POST /workflow/hardToDecide': async () => {
    const id = await on.file('judging')
    const body = { taskId: await on.task(id, 'head'), business: { hardToDecideOneReason: '难' } }
    return { by: 'head', url: '/workflow/hardToDecide', body, other: { ...body, business: { hardToDecideOneReason: '很难' } } }
  },
  'POST /workflow/refuse': () => onTask('refuse', { comment: '不' }, { comment: '否' }),
  'POST /workflow/transfer': () => onTask('transfer', { assignee: 'bob' }, { assignee: 'carl' }),
  'POST /workflow/countersign': () => onTask('countersign', { orderType: 2, assigneeList: ['erin'] }, { orderType: 2, assigneeList: ['frank'] }),
  'POST /workflow/cancelCountersign': async () => {
    const { body, ...sent } = await onTask('cancelCountersign', {}, { comment: '算了' })
    await product.as('head').post('/workflow/countersign', { ...body, orderType: 2, assigneeList: ['erin'] })
    return { ...sent, body }
  },
  'POST /workflow/v2/back': () => onTask('v2/back', { desNodeId: 'start' }, { desNodeId: 'start', comment: '补' }),
  'POST /workflow/abort': () => onDocument('abort', 'wang', {}, { comment: '撤' }),
  'POST /workflow/abortUpdate': () => onDocument('abortUpdate', 'wang', {}, { comment: '改' }),
  'POST /workflow/abandoned': () => onDocument('abandoned', 'voider', {}, { comment: '废' }),
  'GET /workflow/urge/:procInstId': async () => ({ by: 'wang', url: `/workflow/urge/${await on.file('plain')}` }),
  'POST /workflow/admin/reassign': () => repair('reassign', { assignee: 'bob' }),
  'POST /workflow/admin/skip': () => repair('skip', {}),
  'POST /workflow/admin/jump': () => repair('jump', { targetNodeId: 'third' }),
  'POST /workflow/admin/forceEnd': () => repair('forceEnd', {}),
  'POST /workflow/wf/processInstance/comment/add': () => onDocument('wf/processInstance/comment/add', 'wang', { comment: '一' }, { comment: '二' }),
  'POST /workflow/wf/processInstance/cc/add': () => onDocument('wf/processInstance/cc/add', 'wang', { userIds: ['bob'] }, { userIds: ['carl'] }),
  'POST /workflow/wf/processInstance/comment/delete': async () => {
    const { body, ...sent } = await onDocument('wf/processInstance/comment/delete', 'wang', {}, {})
    const comment = async () => {
      await product.as('wang').post('/workflow/wf/processInstance/comment/add', { ...body, comment: '三' })
      return `${idOf(body)}-${(await on.events(idOf(body))).length}`
    }
    const [first, second] = [await comment(), await comment()]
    return { ...sent, body: { ...body, recordId: first }, other: { ...body, recordId: second } }
  },
  'POST /workflow/wf/processInstance/attachment/add': async () =>
    onDocument('wf/processInstance/attachment/add', 'wang', { attachmentId: await file() }, { attachmentId: await file() }),
  'GET /oaserver/delAttachment': async () => {
    const id = await on.file('plain')
    const attachmentId = await file()
    await product.as('wang').post('/workflow/wf/processInstance/attachment/add', { procInstId: id, attachmentId })
    return { by: 'wang', url: `/oaserver/delAttachment?attachmentId=${attachmentId}&procInstId=${id}&id=${id}-${(await on.events(id)).length}` }
  },
}

/** Needs a budget: proven where there are budgets. */
const elsewhere: ReadonlySet<string> = new Set(['POST /oaserver/:businessType/changeOffBudgetItemStatus'])

const idOf = (body: object | undefined) => (body as { procInstId: string }).procInstId
const file = () => product.as('wang').upload('x.pdf', Buffer.from('%PDF-1.4\n%%EOF'))

async function onTask(path: string, body: object, other: object): Promise<Sent> {
  const id = await on.file('plain')
  const task = { taskId: await on.task(id, 'head'), procInstId: id }
  return { by: 'head', url: `/workflow/${path}`, body: { ...task, ...body }, other: { ...task, ...other } }
}

async function onDocument(path: string, by: string, body: object, other: object): Promise<Sent> {
  const procInstId = await on.file('plain')
  return { by, url: `/workflow/${path}`, body: { procInstId, ...body }, other: { procInstId, ...other } }
}

async function repair(move: string, more: object): Promise<Sent> {
  const id = await on.file('plain')
  const body = { procInstId: id, taskId: await on.task(id, 'head'), comment: '一', ...more }
  return { by: 'flows', url: `/workflow/admin/${move}`, body, other: { ...body, comment: '二' } }
}

/** What the histories of all documents hold. */
const entries = async () => Number((await product.database.db.selectFrom('document_event').select(({ fn }) => fn.countAll<string>().as('n')).executeTakeFirstOrThrow()).n)

const reused = { code: 42009, msg: '该请求标识已用于另一请求，请刷新后重试' }

let keys = 0
async function send({ by, url }: Sent, key: string, body: object | undefined) {
  const headers = { authorization: await product.as(by).bearer(), 'idempotency-key': key, 'accept-language': 'zh_CN' }
  const answer = await product.app.inject(body ? { method: 'POST', url, headers: { ...headers, 'content-type': 'application/json' }, payload: JSON.stringify(body) } : { method: 'GET', url, headers })
  return answer.json<{ code: number; msg: string }>()
}

describe('a call that is sent again with its key', () => {
  it.each(Object.keys(calls))('%s is done once and answered alike; with another body it is refused', async (route) => {
    const sent = await calls[route]!()
    const key = `again-${(keys += 1)}`
    const first = await send(sent, key, sent.body)
    expect(first).toMatchObject({ code: 200 })
    const after = await entries()
    expect(await send(sent, key, sent.body)).toEqual(first)
    // a GET has no body: another address is another call
    const other = sent.other ? await send(sent, key, sent.other) : reused
    expect(other).toMatchObject(reused)
    expect(await entries()).toBe(after)
  })

  it('is every call that changes a document', () => {
    const asking = /\/(calculate|userNodeList|wfNodeCalculation|getProcess\w*|approvingNodeForm|page|statistics)$|\/tasks\/|SetRead|setReadState/
    const changing = routeRegistry(product.app).filter(({ method, resource, changing: changes }) => resource === 'document' && (method === 'POST' || (changes && method === 'GET')))
    const named = changing.map(({ method, url }) => `${method} ${url}`).filter((route) => !asking.test(route) && !elsewhere.has(route))
    expect(named.toSorted()).toEqual(Object.keys(calls).toSorted())
  })
})
