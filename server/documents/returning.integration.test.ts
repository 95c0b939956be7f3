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

const pdf = Buffer.from('%PDF-1.4\n%%EOF')

interface ReturnTarget {
  readonly activityId: string
  readonly name: string
  readonly nameEn: string
  readonly userList: readonly { readonly id: string; readonly enable: boolean }[]
  readonly endTime: string | null
  readonly again: boolean
}

const targets = async (id: string, by: string) =>
  product.as(by).get<readonly ReturnTarget[]>(`/workflow/v2/backList/${id}?taskId=${await on.task(id, by)}`)
const back = (id: string, by: string, desNodeId?: string) => on.do('v2/back', id, by, { desNodeId, comment: '请补充' })
/** Files a returned document again. */
const again = (id: string, form: string, business: object = {}) =>
  product.as('wang').post<ActionAnswer>(`/oaserver/${form}/apply`, { business: { title: form, ...business }, operate: 'edit',
    businessKey: id })

describe('where a task can be returned to', () => {
  it('is the initiator and whoever passed before, each with people and time', async () => {
    const id = await on.file('plain')
    await on.pass(id, 'head', 'chief')
    const { data } = await targets(id, 'anna')
    expect(data).toMatchObject([
      { activityId: 'start', name: '发起', nameEn: 'Start', userList: [{ id: 'wang', name: 'wang中/wang', enable: true }], endTime: null,
        again: false },
      { activityId: 'first', name: '节点first', nameEn: 'Node first', userList: [{ id: 'head' }], endTime: '2026-11-20 10:00:00',
        again: false },
      { activityId: 'second', userList: [{ id: 'chief' }] },
    ])
  })

  it('is not the other branch, and says when there is nothing to choose', async () => {
    const id = await on.file('fork')
    await on.pass(id, 'head')
    expect((await targets(id, 'chief')).data.map(({ activityId }) => activityId)).toEqual(['start'])
    expect(await product.as('wang').get(`/workflow/v2/backList/${id}`)).toMatchObject({ code: 403, msg: '当前操作没有权限' })
    expect(await product.as('stranger').get(`/workflow/v2/backList/${id}`)).toMatchObject({ code: 403, msg: '无查看权限' })
    const strict = await on.file('strict')
    expect(await targets(strict, 'head')).toMatchObject({ code: 42009, msg: '该节点不支持此操作' })
  })

  it('warns of the same return made before', async () => {
    const id = await on.file('plain')
    await on.pass(id, 'head')
    await back(id, 'chief', 'first')
    await on.pass(id, 'head')
    expect((await targets(id, 'chief')).data).toMatchObject([{ activityId: 'start', again: false }, { activityId: 'first', again: true }])
  })
})

describe('a return', () => {
  it('to a node enters it again, and what lay between is passed again', async () => {
    const id = await on.file('plain')
    await on.pass(id, 'head', 'chief')
    expect(await back(id, 'anna', 'first')).toMatchObject({ code: 200,
      data: { state: 1, currentTask: { nodeId: 'first', assigneeList: ['head'] } } })
    expect(await on.todo('head')).toContain(id)
    await on.pass(id, 'head')
    expect(await on.waiting(id)).toEqual(['second: chief'])
  })

  it('leaves the files of others where they are, whoever files again', async () => {
    const [own, other] = [await product.as('wang').upload('own.pdf', pdf), await product.as('wang').upload('other.pdf', pdf)]
    const id = await on.file('plain', { attachmentList: [own, other] })
    await product.database.db.updateTable('attachment').set({ create_by: 'head' }).where('id', '=', other).execute()
    await back(id, 'head', 'start')
    expect(said(await again(id, 'plain', { attachmentList: [own] }))).toEqual([42009, '他人上传的文件不能删除'])
    expect(await again(id, 'plain', { attachmentList: [other] })).toMatchObject({ code: 200 })
  })

  it('to the initiator waits there for change, and filing again is the next round', async () => {
    const id = await on.file('plain')
    await on.pass(id, 'head')
    expect(await back(id, 'chief', 'start')).toMatchObject({ code: 200,
      data: { currentTask: { nodeId: 'start', assigneeList: ['wang'] } } })
    expect((await on.detail(id, 'wang')).actions).toEqual(expect.arrayContaining(['resubmit', 'revoke']))
    expect(await again(id, 'plain', { amount: '5.00' })).toMatchObject({ code: 200 })
    expect(await on.detail(id, 'wang')).toMatchObject({ round: 2, currentTask: { nodeId: 'first' } })
  })

  it('closes the tasks of people added, and the others of its node', async () => {
    const id = await on.file('group')
    await on.do('countersign', id, 'head', { orderType: 2, assigneeList: ['erin'] })
    await back(id, 'chief', 'start')
    expect(await on.waiting(id)).toEqual(['start: wang'])
    expect(await on.todo('erin')).not.toContain(id)
  })

  it('closes both branches', async () => {
    const id = await on.file('fork')
    await back(id, 'head', 'start')
    expect(await on.waiting(id)).toEqual(['start: wang'])
  })

  it.each([
    ['', '请选择退回节点', 'Choose the step to return to'],
    ['third', '没有可退回的节点', 'No returnable node'],
    ['nowhere', '没有可退回的节点', 'No returnable node'],
  ])('to “%s” is refused at the field', async (desNodeId, cn, en) => {
    const id = await on.file('plain')
    expect(said(await back(id, 'head', desNodeId))).toEqual([42009, cn, 'desNodeId'])
    expect(
      said(await product.as('head', 'en_US').post<ActionAnswer>('/workflow/v2/back', { taskId: await on.task(id, 'head'), desNodeId })),
    )
      .toEqual([42009, en, 'desNodeId'])
  })

  it('is for the one who holds the task', async () => {
    const id = await on.file('plain')
    const task = await on.task(id, 'head')
    expect((await product.as('stranger').post('/workflow/v2/back', { taskId: task, desNodeId: 'start' })).code).toBe(404)
    expect(said(await product.as('wang').post<ActionAnswer>('/workflow/v2/back', { taskId: task, desNodeId: 'start' }))).toEqual([403,
      '当前操作没有权限'])
    await on.pass(id, 'head')
    expect(said(await product.as('head').post<ActionAnswer>('/workflow/v2/back', { taskId: task, desNodeId: 'start' }))).toEqual([42006,
      '该任务已被处理，请刷新'])
  })
})

describe('the way back chosen with the return', () => {
  const chooses = async (id: string, by: string, resume: string, desNodeId = 'start') =>
    on.do('v2/back', id, by, { desNodeId, comment: '请补充', resume })

  it('leads straight back where nothing changed, from the top after a larger amount', async () => {
    for (const [amount, nodeId] of [['10.00', 'second'], ['12.00', 'first']] as const) {
      const id = await on.file('plain', { amount: '10.00' })
      await on.pass(id, 'head')
      expect((await targets(id, 'chief')).data).toMatchObject([{ activityId: 'start', resume: 'sequential', canResumeDirectly: true }, {
        activityId: 'first',
      }])
      expect(await chooses(id, 'chief', 'direct')).toMatchObject({ code: 200 })
      expect(await again(id, 'plain', { amount })).toMatchObject({ code: 200 })
      expect(await on.detail(id, 'wang')).toMatchObject({ round: 2, currentTask: { nodeId } })
    }
  })

  it('through every node again, where the flow goes straight back', async () => {
    const id = await on.file('direct')
    await on.pass(id, 'head')
    await chooses(id, 'chief', 'sequential')
    expect(await again(id, 'direct')).toMatchObject({ code: 200 })
    expect(await on.waiting(id)).toEqual(['a: head'])
  })

  it('is refused at its field where several branches would have to come back', async () => {
    const id = await on.file('fork')
    expect(said(await chooses(id, 'head', 'direct'))).toEqual([42009, '本节点在并行分支中，退回后只能由后续节点重新审批', 'resume'])
    expect((await chooses(id, 'head', 'whatever')).code).not.toBe(200)
  })
})

describe('after a return, where the flow goes straight back', () => {
  const atC = async () => {
    const id = await on.file('direct', { amount: '10.00', kind: '1' })
    await on.pass(id, 'head', 'chief')
    return id
  }
  const passA = (id: string, business: object) => on.do('pass', id, 'head', { business })

  it('a pass that changes nothing goes to whoever returned it', async () => {
    const id = await atC()
    await back(id, 'anna', 'a')
    expect(await passA(id, {})).toMatchObject({ code: 200, data: { currentTask: { nodeId: 'c' } } })
  })

  it('a remark is no change', async () => {
    const id = await atC()
    await back(id, 'anna', 'a')
    expect(await passA(id, { remark: '已核对', amount: '10' })).toMatchObject({ data: { currentTask: { nodeId: 'c' } } })
  })

  it.each(['20.00', '5.00'])('another amount, %s, goes through every node', async (amount) => {
    const id = await atC()
    await back(id, 'anna', 'a')
    expect(await passA(id, { amount })).toMatchObject({ data: { currentTask: { nodeId: 'b' } } })
  })

  it('is a task of the initiator that the counts tell from those to approve', async () => {
    const counts = async () => (await product.as('wang').get<{ todo: number; returned: number }>('/workflow/tasks/counts')).data
    const earlier = await counts()
    const id = await atC()
    await back(id, 'anna', 'start')
    expect(await counts()).toMatchObject({ todo: earlier.todo + 1, returned: earlier.returned + 1 })
    expect(await on.todo('wang')).toContain(id)
    const own = await product.as('wang').post<{ records: { businessKey: string }[] }>('/workflow/tasks/myApply', { node: 'start' })
    expect(own.data.records.map(({ businessKey }) => businessKey)).toContain(id)
  })

  it('filed again unchanged, it goes to whoever returned it, and its form says so before', async () => {
    const id = await atC()
    await back(id, 'anna', 'start')
    const preview = async (business: object) =>
      (await product.as('wang').post<{ again?: object }>('/oaserver/direct/calculate', { businessKey: id,
        parameters: { title: 'direct', ...business }, nodeList: [] })).data.again
    expect(await preview({ amount: '10.00', kind: '1' })).toEqual({ node: 'c', way: 'direct', changed: [] })
    expect(await preview({ amount: '10.01', kind: '1', remark: '补充' })).toMatchObject({ node: 'c', way: 'changed',
      changed: [expect.anything(), expect.anything()] })
    expect(await again(id, 'direct', { amount: '10.00', kind: '1' })).toMatchObject({ code: 200 })
    expect(await on.waiting(id)).toEqual(['c: anna'])
    const { processRecord } = await on.detail(id, 'wang')
    expect(processRecord.map(({ operateType, round, countsIn }) => `${operateType} ${round} ${countsIn}`)).toEqual([
      'start 1 1',
      'completed 1 2',
      'completed 1 2',
      'backed 1 1',
      'start 2 2',
      'running 2 2',
    ])
  })

  it.each([{ amount: '10.01', kind: '1' }, { amount: '10.00', kind: '1', remark: '补充' }, { amount: '10.00', kind: '2' }, {
    amount: '10.00',
    kind: '1',
    applicantDept: 'office',
  }])(
    'filed again with %j, it goes through every node',
    async (business) => {
      const id = await atC()
      await back(id, 'anna', 'start')
      await again(id, 'direct', business)
      expect(await on.waiting(id)).toEqual(['a: head'])
    },
  )
})
