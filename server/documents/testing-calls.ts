import type { TestProduct } from './testing.ts'
import type { ApprovalProduct } from './testing-company.ts'

/** A test call. */
export interface TestCall {
  readonly by: string
  readonly url: string
  /** The document of the call; absent where it files one. */
  readonly document?: string
  /** Body of a POST; without it, the call is a GET. */
  readonly body?: object
  /** A different body that is also accepted. */
  readonly other?: object
}

type Prepare = (company: ApprovalProduct) => Promise<TestCall>

/** Each changing call by its route, with a document for it. */
export const changingCalls: Readonly<Record<string, Prepare>> = {
  'POST /oaserver/:businessType/apply': async () => ({ by: 'wang', url: '/oaserver/plain/apply', body: { business: { title: '甲' } },
    other: { business: { title: '乙' } } }),
  'POST /workflow/pass': onTask('pass', {}, { comment: '同意' }),
  'POST /workflow/save': async ({ on }) => {
    const id = await on.file('noted')
    const body = { taskId: await on.task(id, 'head'), business: { finding: '合格' } }
    return { by: 'head', url: '/workflow/save', document: id, body, other: { ...body, business: { finding: '不合格' } } }
  },
  'POST /workflow/hardToDecide': async ({ on }) => {
    const id = await on.file('judging')
    const body = { taskId: await on.task(id, 'head'), business: { hardToDecideOneReason: '难' } }
    return { by: 'head', url: '/workflow/hardToDecide', document: id, body,
      other: { ...body, business: { hardToDecideOneReason: '很难' } } }
  },
  'POST /workflow/inboundFile/retry': async ({ on, product }) => {
    const procInstId = await on.file('plain')
    const fileIds = ['one', 'two'].map((name) => `${procInstId}-${name}`)
    await product.database.db.insertInto('inbound_file').values(
      fileIds.map((id) => ({ id, document: procInstId, version: 1, account: 'sap', name: 'a.pdf', url: 'https://sap.example.com/a.pdf',
        attempts: 4, due_at: new Date(0), outcome: 'failed' })
      ),
    ).execute()
    const [body, other] = fileIds.map((fileId) => ({ procInstId, fileId }))
    return { by: 'wang', url: '/workflow/inboundFile/retry', document: procInstId, body: body!, other: other! }
  },
  'POST /workflow/refuse': onTask('refuse', { comment: '不' }, { comment: '否' }),
  'POST /workflow/transfer': onTask('transfer', { assignee: 'bob' }, { assignee: 'carl' }),
  'POST /workflow/countersign': onTask('countersign', { orderType: 2, assigneeList: ['erin'] }, { orderType: 2, assigneeList: ['frank'] }),
  'POST /workflow/cancelCountersign': async (company) => {
    const { body, ...sent } = await onTask('cancelCountersign', {}, { comment: '算了' })(company)
    await company.product.as('head').post('/workflow/countersign', { ...body, orderType: 2, assigneeList: ['erin'] })
    return { ...sent, body }
  },
  'POST /workflow/v2/back': onTask('v2/back', { desNodeId: 'start' }, { desNodeId: 'start', comment: '补' }),
  'POST /workflow/abort': onDocument('abort', 'wang', {}, { comment: '撤' }),
  'POST /workflow/abortUpdate': onDocument('abortUpdate', 'wang', {}, { comment: '改' }),
  'POST /workflow/abandoned': onDocument('abandoned', 'voider', {}, { comment: '废' }),
  'GET /workflow/urge/:procInstId': async ({ on }) => {
    const document = await on.file('plain')
    return { by: 'wang', url: `/workflow/urge/${document}`, document }
  },
  'POST /workflow/followUp': async ({ on, product }) => {
    const document = await on.file('followed')
    await product.as('head').post('/workflow/pass', { taskId: await on.task(document, 'head'), comment: '同意' })
    const body = { procInstId: document, followUp: 'note', business: { after: '一' } }
    return { by: 'wang', url: '/workflow/followUp', document, body, other: { ...body, business: { after: '二' } } }
  },
  'POST /oaserver/:businessType/stamp': async ({ on }) => {
    const document = await on.file('followed')
    await on.pass(document, 'head')
    const body = { businessKey: document, word: '一' }
    return { by: 'voider', url: '/oaserver/followed/stamp', document, body, other: { ...body, word: '二' } }
  },
  'POST /workflow/admin/reassign': repair('reassign', { assignee: 'bob' }),
  'POST /workflow/admin/skip': repair('skip', {}),
  'POST /workflow/admin/jump': repair('jump', { targetNodeId: 'third' }),
  'POST /workflow/admin/forceEnd': repair('forceEnd', {}),
  'POST /workflow/wf/processInstance/comment/add': onDocument('wf/processInstance/comment/add', 'wang', { comment: '一' }, {
    comment: '二',
  }),
  'POST /workflow/wf/processInstance/cc/add': onDocument('wf/processInstance/cc/add', 'wang', { userIds: ['bob'] }, { userIds: ['carl'] }),
  'POST /workflow/wf/processInstance/comment/delete': async (company) => {
    const { body, ...sent } = await onDocument('wf/processInstance/comment/delete', 'wang', {}, {})(company)
    const comment = async () => {
      await company.product.as('wang').post('/workflow/wf/processInstance/comment/add', { ...body, comment: '三' })
      return lastRecord(company, idOf(body))
    }
    const [first, second] = [await comment(), await comment()]
    return { ...sent, body: { ...body, recordId: first }, other: { ...body, recordId: second } }
  },
  'POST /workflow/wf/processInstance/attachment/add': async (company) => {
    const [attachmentId, another] = [await file(company.product), await file(company.product)]
    return onDocument('wf/processInstance/attachment/add', 'wang', { attachmentId }, { attachmentId: another })(company)
  },
  'GET /oaserver/delAttachment': async (company) => {
    const id = await company.on.file('plain')
    const attachmentId = await file(company.product)
    await company.product.as('wang').post('/workflow/wf/processInstance/attachment/add', { procInstId: id, attachmentId })
    return { by: 'wang', document: id,
      url: `/oaserver/delAttachment?attachmentId=${attachmentId}&procInstId=${id}&id=${await lastRecord(company, id)}` }
  },
}

/** Makes a call with an idempotency key. */
export async function sendCall({ app, as }: TestProduct, { by, url, body }: TestCall, key: string) {
  const headers = { authorization: await as(by).bearer(), 'idempotency-key': key, 'accept-language': 'zh_CN' }
  const answer = await app.inject(
    body
      ? { method: 'POST', url, headers: { ...headers, 'content-type': 'application/json' }, payload: JSON.stringify(body) }
      : { method: 'GET', url, headers },
  )
  return answer.json<{ code: number; msg: string; data?: unknown }>()
}

const idOf = (body: object | undefined) => (body as { procInstId: string }).procInstId
const file = (product: TestProduct) => product.as('wang').upload('x.pdf', Buffer.from('%PDF-1.4\n%%EOF'))
const lastRecord = async ({ on }: ApprovalProduct, id: string) => `${id}-${(await on.events(id)).length}`

function onTask(path: string, body: object, other: object): Prepare {
  return async ({ on }) => {
    const id = await on.file('plain')
    const task = { taskId: await on.task(id, 'head'), procInstId: id }
    return { by: 'head', url: `/workflow/${path}`, document: id, body: { ...task, ...body }, other: { ...task, ...other } }
  }
}

function onDocument(path: string, by: string, body: object, other: object): Prepare {
  return async ({ on }) => {
    const procInstId = await on.file('plain')
    return { by, url: `/workflow/${path}`, document: procInstId, body: { procInstId, ...body }, other: { procInstId, ...other } }
  }
}

function repair(move: string, more: object): Prepare {
  return async ({ on }) => {
    const id = await on.file('plain')
    const body = { procInstId: id, taskId: await on.task(id, 'head'), comment: '一', ...more }
    return { by: 'flows', url: `/workflow/admin/${move}`, document: id, body, other: { ...body, comment: '二' } }
  }
}
