import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { TestProduct } from './testing.ts'
import { approvalProduct, type ActionAnswer, said } from './testing-company.ts'

let product: TestProduct
let on: Awaited<ReturnType<typeof approvalProduct>>['on']

beforeAll(async () => {
  ;({ product, on } = await approvalProduct())
})
afterAll(() => product?.close())
afterEach(() => product.audit())

const repair = (move: string, body: object, by = 'flows', language: 'zh_CN' | 'en_US' = 'zh_CN') =>
  product.as(by, language).post<ActionAnswer>(`/workflow/admin/${move}`, { comment: '人员调动', ...body })

it('people who are named for a step of a filing are there, whether the flow asks for them or not', async () => {
  const { code, data } = await product.as('wang').post('/oaserver/plain/apply', { business: { title: 'x', amount: '1.00' },
    nodeList: [{ nodeId: 'first', userIdList: ['gone'] }] })
  expect([code, data]).toEqual([42009, { fields: [expect.objectContaining({ name: 'nodeList' })] }])
})

describe('a workflow administrator', () => {
  it('reads any document, with whose turn it is and what may be repaired', async () => {
    const id = await on.file('group')
    const { actions, runningTasks } = await on.detail(id, 'flows')
    expect(['reassign', 'skip', 'jump', 'forceEnd'].filter((action) => actions.includes(action))).toEqual(['reassign', 'skip', 'jump',
      'forceEnd'])
    expect(runningTasks.map(({ nodeId, person }) => `${nodeId}: ${person.id}`).toSorted()).toEqual(['all: chief', 'all: head'])
    expect((await on.detail(id, 'wang')).runningTasks).toEqual([])
  })

  it('is asked for before the body is read', async () => {
    for (const move of ['reassign', 'skip', 'jump', 'forceEnd', 'handOver'])
      expect((await repair(move, { unknown: 1 }, 'wang')).code).toBe(403)
    expect((await repair('skip', { unknown: 1 })).code).toBe(42009)
  })

  it('gives a task to somebody else, and the first hears that it has moved', async () => {
    const id = await on.file('plain')
    const task = await on.task(id, 'head')
    expect(await repair('reassign', { procInstId: id, taskId: task, assignee: 'bob' })).toMatchObject({ code: 200,
      data: { currentTask: { assigneeList: ['bob'] } } })
    expect(said(await product.as('head').post<ActionAnswer>('/workflow/pass', { taskId: task }))).toEqual([42006, '该任务已被处理，请刷新'])
    await on.pass(id, 'bob')
  })

  it('takes the document over a node', async () => {
    const id = await on.file('group')
    expect(await repair('skip', { procInstId: id, taskId: await on.task(id, 'head') })).toMatchObject({ code: 200,
      data: { currentTask: { nodeId: 'any' } } })
    expect(await on.waiting(id)).toEqual(['any: anna', 'any: bob'])
  })

  it('moves it to a node that the list of targets names, forward and back', async () => {
    const id = await on.file('plain')
    const list = async () =>
      (await product.as('flows').get<{ activityId: string; name: string; nameEn: string }[]>(`/workflow/admin/jumpList/${id}`)).data
    expect(await list()).toMatchObject([{ activityId: 'first', name: '节点first', nameEn: 'Node first' }, { activityId: 'second' }, {
      activityId: 'third',
    }])
    expect(await repair('jump', { procInstId: id, targetNodeId: 'third' })).toMatchObject({ code: 200,
      data: { currentTask: { nodeId: 'third', assigneeList: ['anna'] } } })
    expect(await repair('jump', { procInstId: id, targetNodeId: 'first' })).toMatchObject({ code: 200,
      data: { currentTask: { nodeId: 'first' } } })
    expect(await on.waiting(id)).toEqual(['first: head'])
  })

  it('is offered no branch beside others, and none is accepted', async () => {
    const id = await on.file('fork')
    await on.pass(id, 'head', 'chief')
    const { data } = await product.as('flows').get<{ activityId: string }[]>(`/workflow/admin/jumpList/${id}`)
    expect(data.map(({ activityId }) => activityId)).toEqual(['join'])
    expect(said(await repair('jump', { procInstId: id, targetNodeId: 'left' }))).toEqual([42009, '该节点不支持此操作', 'targetNodeId'])
  })

  it('is offered no node whose condition the document does not fulfil; what the step before enters may change that', async () => {
    const id = await on.file('judging')
    const list = async () =>
      (await product.as('flows').get<{ activityId: string }[]>(`/workflow/admin/jumpList/${id}`)).data.map(({ activityId }) => activityId)
    expect(await list()).toEqual(['judge', 'end'])
    await on.do('hardToDecide', id, 'head', { business: { hardToDecideOneReason: '数据不足' } })
    expect(await list()).toEqual(['judge', 'second', 'end'])
  })

  it('ends it as refused', async () => {
    const id = await on.file('plain')
    expect(await repair('forceEnd', { procInstId: id })).toMatchObject({ code: 200, data: { state: 2 } })
    expect(await on.waiting(id)).toEqual([])
    expect(said(await repair('forceEnd', { procInstId: id }))).toEqual([42007, '单据状态已变化，请刷新'])
    expect(await product.as('flows').get(`/workflow/admin/jumpList/${id}`)).toMatchObject({ code: 42007 })
  })

  it.each(['reassign', 'skip', 'jump', 'forceEnd'])('says why with every %s', async (move) => {
    const id = await on.file('plain')
    const body = { procInstId: id, taskId: await on.task(id, 'head'), comment: ' ', ...(move === 'reassign' && { assignee: 'bob' }),
      ...(move === 'jump' && { targetNodeId: 'third' }) }
    expect(said(await repair(move, body))).toEqual([42009, '请填写审批意见', 'comment'])
    expect(said(await repair(move, body, 'flows', 'en_US'))).toEqual([42009, 'Enter an opinion', 'comment'])
  })

  it.each(['reassign', 'skip', 'jump', 'forceEnd'])('is asked for with %s: others may not, and strangers do not learn of the document',
    async (move) => {
      const id = await on.file('plain')
      const body = { procInstId: id, taskId: await on.task(id, 'head'), ...(move === 'reassign' && { assignee: 'bob' }),
        ...(move === 'jump' && { targetNodeId: 'third' }) }
      for (const by of ['wang', 'head', 'voider']) expect(said(await repair(move, body, by))).toEqual([403, '当前操作没有权限'])
      for (const procInstId of [id, 'absent']) expect((await repair(move, { ...body, procInstId }, 'stranger')).code).toBe(403)
      expect(await product.as('wang').get(`/workflow/admin/jumpList/${id}`)).toMatchObject({ code: 403, msg: '当前操作没有权限' })
    })

  it.each([['gone', '审批人gone中已停用，请重新选择'], ['chief', 'chief中已是当前节点的审批人']])('does not give a task to %s',
    async (assignee, message) => {
      const id = await on.file('group')
      expect(said(await repair('reassign', { procInstId: id, taskId: await on.task(id, 'head'), assignee }))).toEqual([42009, message,
        'assignee'])
    })

  it.each(['reassign', 'skip'])('who comes too late with a %s hears it', async (move) => {
    const id = await on.file('plain')
    const task = await on.task(id, 'head')
    await on.pass(id, 'head')
    const late = await repair(move, { procInstId: id, taskId: task, ...(move === 'reassign' && { assignee: 'bob' }) })
    expect([said(late), late.data.currentTask?.nodeId]).toEqual([[42006, '该任务已被处理，请刷新'], 'second'])
  })

  it('is whoever holds the permission, too', async () => {
    const { db } = product.database
    const role = await db.selectFrom('sys_role').select('id').where('perm_chars', '=', 'planner').executeTakeFirstOrThrow()
    await db.insertInto('sys_role_permission').values({ role_id: role.id, permission: 'workflow:instance:admin' }).execute()
    await db.insertInto('sys_user_role').values({ role_id: role.id, user_id: 'gina' }).execute()
    const id = await on.file('plain')
    expect(await repair('forceEnd', { procInstId: id }, 'gina')).toMatchObject({ code: 200 })
  })
})
