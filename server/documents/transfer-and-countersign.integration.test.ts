import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { users } from '#server/identity/organisation/users.ts'
import type { TestProduct } from './testing.ts'
import { approvalProduct, type ActionAnswer, said } from './testing-company.ts'

let product: TestProduct
let on: Awaited<ReturnType<typeof approvalProduct>>['on']

beforeAll(async () => {
  ;({ product, on } = await approvalProduct())
})
afterAll(() => product?.close())
afterEach(() => product.audit())

describe('a transfer', () => {
  it('gives the task to another, who passes it in the place of the first', async () => {
    const id = await on.file('plain')
    expect(await on.do('transfer', id, 'head', { assignee: 'bob', comment: '请处理' })).toMatchObject({ code: 200,
      data: { state: 1, currentTask: { nodeId: 'first', assigneeList: ['bob'] } } })
    expect(await on.waiting(id)).toEqual(['first: bob'])
    expect(await on.todo('bob')).toContain(id)
    await on.pass(id, 'bob')
    expect(await on.waiting(id)).toEqual(['second: chief'])
  })

  it('takes explanations along: they stay with the document and the next holder reads them', async () => {
    const id = await on.file('plain')
    expect(
      await on.do('transfer', id, 'head', { assignee: 'bob',
        properties: { explainDtoList: [{ explain: '临时需求', explainType: 'overBudget' }] } }),
    ).toMatchObject({
      code: 200,
    })
    expect((await on.detail(id, 'bob')).explainDtoList).toMatchObject([{ explain: '临时需求', userName: 'head中', departmentName: '工厂' }])
  })

  it('goes on at most five times', async () => {
    const id = await on.file('plain')
    let holder = 'head'
    for (const next of ['anna', 'bob', 'carl', 'dave', 'erin']) {
      expect(await on.do('transfer', id, holder, { assignee: next })).toMatchObject({ code: 200 })
      holder = next
    }
    expect((await on.detail(id, 'erin')).actions).not.toContain('transfer')
    expect(said(await on.do('transfer', id, 'erin', { assignee: 'frank' }))).toEqual([42009, '转交次数已达上限'])
    await on.pass(id, 'erin')
    // earlier assignees can still read it
    for (const before of ['head', 'anna', 'dave']) expect(await on.detail(id, before)).toMatchObject({ currentTask: { nodeId: 'second' } })
  })

  it.each([
    [{ assignee: 'head' }, '不能转交给自己', 'You can’t transfer a task to yourself'],
    [{}, '请选择转交人；只能选择一人', 'Choose one person to transfer to'],
    [{ assignee: ['bob', 'carl'] }, '请选择转交人；只能选择一人', 'Choose one person to transfer to'],
    [{ assignee: 'gone' }, '审批人gone中已停用，请重新选择', 'gone is deactivated, choose again'],
  ])('to %j is refused at the field', async (body, cn, en) => {
    const id = await on.file('plain')
    expect(said(await on.do('transfer', id, 'head', body))).toEqual([42009, cn, 'assignee'])
    expect(said(await product.as('head', 'en_US').post<ActionAnswer>('/workflow/transfer', { taskId: await on.task(id, 'head'), ...body })))
      .toEqual([42009, en, 'assignee'])
  })

  it('to whoever filed it is refused, as a countersign and a reassignment are, and the screen knows whom it concerns', async () => {
    const id = await on.file('plain')
    const message = 'wang中是本单据的发起人或申请人，不能审批本单据，请选择其他人'
    expect(said(await on.do('transfer', id, 'head', { assignee: 'wang' }))).toEqual([42009, message, 'assignee'])
    expect(said(await on.do('countersign', id, 'head', { orderType: 2, assigneeList: ['bob', 'wang'] }))).toEqual([42009, message,
      'assigneeList'])
    const taskId = await on.task(id, 'head')
    expect(
      said(
        await product.as('flows', 'en_US').post<ActionAnswer>('/workflow/admin/reassign', { procInstId: id, taskId, assignee: 'wang',
          comment: 'x' }),
      ),
    ).toEqual([42009, 'This is wang’s own document. Choose someone else', 'assignee'])
    expect(await on.detail(id, 'head')).toMatchObject({ excludedAssignees: ['wang'] })
    expect(await on.detail(id, 'flows')).toMatchObject({ excludedAssignees: [], runningTasks: [{ excludedAssignees: ['wang'] }] })
  })

  it('to somebody who is at the node already is refused', async () => {
    const id = await on.file('group')
    expect(said(await on.do('transfer', id, 'head', { assignee: 'chief' }))).toEqual([42009, 'chief中已是当前节点的审批人', 'assignee'])
  })

  it('is refused where the node hides it, and to whoever does not hold the task', async () => {
    const id = await on.file('strict')
    expect(said(await on.do('transfer', id, 'head', { assignee: 'bob' }))).toEqual([42009, '该节点不支持此操作'])
    const task = await on.task(id, 'head')
    expect(said(await product.as('wang').post<ActionAnswer>('/workflow/transfer', { taskId: task, assignee: 'bob' }))).toEqual([403,
      '当前操作没有权限'])
    expect((await product.as('stranger').post('/workflow/transfer', { taskId: task, assignee: 'bob' })).code).toBe(404)
  })

  it('that came second hears where the task is now', async () => {
    const id = await on.file('plain')
    const task = await on.task(id, 'head')
    await on.do('transfer', id, 'head', { assignee: 'bob' })
    const late = await product.as('head').post<ActionAnswer>('/workflow/transfer', { taskId: task, assignee: 'carl' })
    expect([said(late), late.data.currentTask?.assigneeList]).toEqual([[42006, '该任务已被处理，请刷新'], ['bob']])
  })
})

describe('a countersign', () => {
  it('in sequence asks one after the other, then its holder again', async () => {
    const id = await on.file('group')
    await on.pass(id, 'head', 'chief', 'anna')
    expect(await on.do('countersign', id, 'carl', { orderType: 1, assigneeList: ['erin', 'frank'] })).toMatchObject({ code: 200,
      data: { currentTask: { nodeId: 'row', assigneeList: ['erin'] } } })
    await on.pass(id, 'erin', 'frank')
    expect(await on.waiting(id)).toEqual(['row: carl'])
    await on.pass(id, 'carl')
    expect(await on.waiting(id)).toEqual(['row: dave'])
  })

  it('of either closes the others’ tasks with the first pass', async () => {
    const id = await on.file('plain')
    expect(await on.do('countersign', id, 'head', { orderType: 2, assigneeList: ['erin', 'frank'], comment: '请先看' })).toMatchObject({
      code: 200,
    })
    expect(await on.waiting(id)).toEqual(['first: erin', 'first: frank'])
    await on.pass(id, 'frank')
    expect(await on.waiting(id)).toEqual(['first: head'])
  })

  it('ends the document with the refusal of somebody added', async () => {
    const id = await on.file('plain')
    await on.do('countersign', id, 'head', { orderType: 2, assigneeList: ['erin'] })
    expect(await on.do('refuse', id, 'erin', { comment: '不同意' })).toMatchObject({ code: 200, data: { state: 2, currentTask: null } })
  })

  it('leaves those added a pass, a refusal and a transfer, nothing more', async () => {
    const id = await on.file('plain')
    await on.do('countersign', id, 'head', { orderType: 2, assigneeList: ['erin'] })
    const { actions } = await on.detail(id, 'erin')
    expect(['pass', 'refuse', 'transfer', 'countersign', 'return'].filter((action) => actions.includes(action))).toEqual(['pass', 'refuse',
      'transfer'])
    expect(said(await on.do('countersign', id, 'erin', { orderType: 2, assigneeList: ['frank'] }))).toEqual([42009, '该节点不支持此操作'])
    expect(said(await on.do('v2/back', id, 'erin', { desNodeId: 'start' }))).toEqual([42009, '该节点不支持此操作'])
  })

  it('lets its holder wait: what they try meanwhile is late, and they may take it back', async () => {
    const id = await on.file('plain')
    const task = await on.task(id, 'head')
    await on.do('countersign', id, 'head', { orderType: 2, assigneeList: ['erin', 'frank'] })
    expect(await on.detail(id, 'head')).toMatchObject({ taskId: null, suspendedTaskId: task,
      actions: expect.arrayContaining(['cancelCountersign']) })
    const tried = await product.as('head').post<ActionAnswer>('/workflow/pass', { taskId: task })
    expect([said(tried), tried.data.currentTask?.assigneeList]).toEqual([[42006, '加签人处理完成后才能继续'], ['erin', 'frank']])
    expect(said(await product.as('head').post<ActionAnswer>('/workflow/v2/back', { taskId: task, desNodeId: 'start' }))).toEqual([42006,
      '当前状态不可退回'])
    expect(said(await product.as('erin').post<ActionAnswer>('/workflow/cancelCountersign', { taskId: task }))).toEqual([403,
      '当前操作没有权限'])
    expect(await product.as('head').post('/workflow/cancelCountersign', { taskId: task })).toMatchObject({ code: 200,
      data: { currentTask: { assigneeList: ['head'] } } })
    expect(await on.waiting(id)).toEqual(['first: head'])
    expect(said(await product.as('head').post<ActionAnswer>('/workflow/cancelCountersign', { taskId: task }))[0]).toBe(42006)
  })

  it('is taken back also by whoever has something to do in another branch', async () => {
    const id = await on.file('fork')
    const suspended = await on.task(id, 'head')
    await on.do('countersign', id, 'head', { orderType: 2, assigneeList: ['erin'] })
    await on.do('transfer', id, 'chief', { assignee: 'head' })
    const { actions, taskId, suspendedTaskId } = await on.detail(id, 'head')
    expect([taskId, suspendedTaskId]).toEqual([await on.task(id, 'head'), suspended])
    expect(actions).toEqual(expect.arrayContaining(['pass', 'cancelCountersign']))
    expect(await product.as('head').post('/workflow/cancelCountersign', { taskId: suspended })).toMatchObject({ code: 200 })
    expect(await on.waiting(id)).toEqual(['left: head', 'right: head'])
  })

  it('is not taken back once somebody has acted', async () => {
    const id = await on.file('group')
    await on.pass(id, 'head', 'chief', 'anna')
    await on.do('countersign', id, 'carl', { orderType: 1, assigneeList: ['erin', 'frank'] })
    await on.pass(id, 'erin')
    const task = await on.task(id, 'carl', 'suspended')
    expect(said(await product.as('carl').post<ActionAnswer>('/workflow/cancelCountersign', { taskId: task }))).toEqual([42009,
      '加签人已处理，不能撤回加签'])
    expect(said(await product.as('carl', 'en_US').post<ActionAnswer>('/workflow/cancelCountersign', { taskId: task }))).toEqual([42009,
      'A countersigner has already decided, so the countersign can’t be cancelled'])
  })

  it.each([
    [{ orderType: 2, assigneeList: [] }, '请选择加签人；加签人不能是本人或当前节点已有审批人', 'assigneeList'],
    [{ orderType: 2, assigneeList: ['head'] }, '请选择加签人；加签人不能是本人或当前节点已有审批人', 'assigneeList'],
    [{ orderType: 2, assigneeList: ['chief'] }, '请选择加签人；加签人不能是本人或当前节点已有审批人', 'assigneeList'],
    [{ orderType: 2, assigneeList: ['gone'] }, '审批人gone中已停用，请重新选择', 'assigneeList'],
    [{ orderType: 2, assigneeList: Array.from({ length: 21 }, (_, index) => `p${index}`) }, '选择人数不能超过20人', 'assigneeList'],
    [{ orderType: 1, assigneeList: ['erin'] }, '会签流程不支持依次加签', 'orderType'],
  ])('of %j is refused at the field', async (body, message, field) => {
    const id = await on.file('group')
    expect(said(await on.do('countersign', id, 'head', body))).toEqual([42009, message, field])
  })
})

describe('somebody who was disabled meanwhile', () => {
  const enable = (id: string, enabled: boolean) =>
    product.database.db.transaction().execute((tx) => users(tx, new Date()).setEnabled(id, enabled))

  it('is not asked when the turn comes: an administrator has the task at once, and the timeline says why', async () => {
    const id = await on.file('group')
    await on.pass(id, 'head', 'chief', 'anna')
    await on.do('countersign', id, 'carl', { orderType: 1, assigneeList: ['erin', 'frank'] })
    await enable('frank', false)
    try {
      await on.pass(id, 'erin')
    } finally {
      await enable('frank', true)
    }
    expect(await on.waiting(id)).toEqual(['row: flows'])
    const line = (await on.detail(id, 'carl')).processRecord.findLast(({ operateType }) => operateType === 'transfer')
    expect(line).toMatchObject({ operator: null, userIdList: ['frank', 'flows'], why: { code: 'approval.reason.goneToAdmin' } })
    await on.pass(id, 'flows')
    expect(await on.waiting(id)).toEqual(['row: carl'])
  })
})

describe('somebody who is away', () => {
  const leave = { startTime: '2026-11-20 00:00:00', endTime: '2026-11-30 00:00:00', businessTypes: [] }
  /** `away` names `substitute` for some days around the product's day, until `act` ends. */
  const during = async ({ away, substitute }: { away: string; substitute: string }, act: () => Promise<void>) => {
    const added = await product.as(away).post<{ id: string }>('/system/delegation', { delegateId: substitute, ...leave })
    expect(added).toMatchObject({ code: 200 })
    await act().finally(() => product.as(away).delete(`/system/delegation/${added.data.id}`))
  }
  const notifiedAbout = async (id: string, person: string) =>
    (await product.database.db.selectFrom('message').select('kind').where('document', '=', id).where('recipient', '=', person).execute())
      .map((
        { kind },
      ) => kind)

  it('has a task that is handed to them go to the substitute, who is told', () =>
    during({ away: 'bob', substitute: 'carl' }, async () => {
      const id = await on.file('plain')
      await on.do('transfer', id, 'head', { assignee: 'bob', comment: '请处理' })
      expect([await on.waiting(id), await on.todo('bob'), (await on.todo('carl')).includes(id)]).toEqual([['first: carl'],
        expect.not.arrayContaining([id]), true])
      expect(await notifiedAbout(id, 'carl')).not.toEqual([])
      const line = (await on.detail(id, 'carl')).processRecord.findLast(({ operateType }) => operateType === 'transfer')
      expect(line).toMatchObject({ operator: null, userIdList: ['bob', 'carl'], why: { code: 'approval.reason.substitute' } })
    }))

  it('has a countersign go to the substitute, who is told, and the holder is asked again after it', () =>
    during({ away: 'bob', substitute: 'carl' }, async () => {
      const id = await on.file('plain')
      await on.do('countersign', id, 'head', { orderType: 2, assigneeList: ['bob'] })
      expect([await on.waiting(id), (await on.todo('carl')).includes(id)]).toEqual([['first: carl'], true])
      expect(await notifiedAbout(id, 'carl')).not.toEqual([])
      await on.pass(id, 'carl')
      expect(await on.waiting(id)).toEqual(['first: head'])
    }))

  it('has a substitute without any right or scope of their own read and decide what is theirs to decide, and nothing else', () =>
    during({ away: 'head', substitute: 'stranger' }, async () => {
      const [id, other] = [await on.file('plain'), await on.file('plain')]
      await on.pass(other, 'stranger')
      expect(await on.todo('stranger')).toEqual([id])
      expect((await on.detail(id, 'stranger')).processRecord).not.toEqual([])
      expect(await on.waiting(other)).toEqual(['second: chief'])
      expect((await product.as('stranger').post('/workflow/abandoned', { procInstId: id, comment: 'x' })).code).toBe(403)
    }))

  it('is not chosen where the substitute may not act: the initiator does not judge what they filed', () =>
    during({ away: 'bob', substitute: 'wang' }, async () => {
      const id = await on.file('plain')
      expect((await on.do('transfer', id, 'head', { assignee: 'bob' })).code).toBe(42009)
      expect((await on.do('countersign', id, 'head', { orderType: 2, assigneeList: ['bob'] })).code).toBe(42009)
      expect(await on.waiting(id)).toEqual(['first: head'])
    }))
})

describe('files that come with an action', () => {
  const pdf = Buffer.from('%PDF-1.4\n%%EOF')

  it.each([
    ['transfer', { assignee: 'bob' }],
    ['countersign', { orderType: 2, assigneeList: ['bob'] }],
  ] as const)('of a %s are the caller’s own, and belong to the document then', async (path, body) => {
    const id = await on.file('plain')
    const file = await product.as('head').upload('说明.pdf', pdf)
    const foreign = await product.as('stranger').upload('别人.pdf', pdf)
    expect(said(await on.do(path, id, 'head', { ...body, attachmentList: [foreign] }))).toEqual([42009, '附件不存在', 'attachmentList'])
    expect(await on.do(path, id, 'head', { ...body, attachmentList: [file] })).toMatchObject({ code: 200 })
    const held = await product.database.db.selectFrom('attachment').select('document').where('id', '=', file).executeTakeFirstOrThrow()
    expect(held.document).toBe(id)
  })

  it.each(['abort', 'abortUpdate'])('of %s as well', async (path) => {
    const id = await on.file('plain')
    const foreign = await product.as('stranger').upload('别人.pdf', pdf)
    expect(said(await product.as('wang').post<ActionAnswer>(`/workflow/${path}`, { procInstId: id, attachmentList: [foreign] }))).toEqual([
      42009,
      '附件不存在',
      'attachmentList',
    ])
    expect(
      await product.as('wang').post(`/workflow/${path}`, { procInstId: id,
        attachmentList: [await product.as('wang').upload('x.pdf', pdf)] }),
    ).toMatchObject({ code: 200 })
  })

  it.each(['comment', 'cc'])('of a %s as well', async (path) => {
    const id = await on.file('plain')
    const foreign = await product.as('stranger').upload('别人.pdf', pdf)
    const body = { procInstId: id, comment: '见附件', userIds: ['bob'] }
    expect(
      said(await product.as('wang').post<ActionAnswer>(`/workflow/wf/processInstance/${path}/add`, { ...body, attachmentId: foreign })),
    )
      .toEqual([42009, '附件不存在', 'attachmentId'])
    const own = await product.as('wang').upload('x.pdf', pdf)
    expect(await product.as('wang').post(`/workflow/wf/processInstance/${path}/add`, { ...body, attachmentId: ` ${own} ,` })).toMatchObject(
      { code: 200 },
    )
  })
})

describe('a node at which everybody fills in their own rows', () => {
  const clauses = (result: Readonly<Record<string, string>> = {}) =>
    ['bob', 'carl', 'bob'].map((reviewer, index) => ({ rowId: `r${index}`, reviewer,
      ...(result[`r${index}`] && { result: result[`r${index}`] }) })
    )
  const results = async (id: string) =>
    (await on.detail(id, 'wang') as unknown as { business: { clauses: { result?: string }[] } }).business.clauses.map(({ result }) =>
      result ?? null
    )
  const pass = async (id: string, who: string, business: object) =>
    product.as(who).post<ActionAnswer>('/workflow/pass', { taskId: await on.task(id, who), business })

  it('is passed with one’s own rows done, leaves those of others, and is theirs for whom one acts', async () => {
    const id = await on.file('shared', { clauses: clauses() })
    expect((await pass(id, 'bob', { clauses: clauses({ r0: 'ok', r1: 'forged' }) })).data.fields?.map(({ name }) => name)).toEqual([
      'clauses.2.result',
    ])
    expect(await pass(id, 'bob', { clauses: clauses({ r0: 'ok', r1: 'forged', r2: 'ok' }) })).toMatchObject({ code: 200 })
    expect(await results(id)).toEqual(['ok', null, 'ok'])
    await on.do('transfer', id, 'carl', { assignee: 'erin', comment: 'x' })
    expect(await on.detail(id, 'erin')).toMatchObject({ actsFor: ['erin', 'carl'] })
    expect(await pass(id, 'erin', {})).toMatchObject({ code: 42009 })
    expect(await pass(id, 'erin', { clauses: clauses({ r0: 'forged', r1: 'done' }) })).toMatchObject({ code: 200, data: { state: 4 } })
    expect(await results(id)).toEqual(['ok', 'done', 'ok'])
  })

  it('asks for the check that its condition names, and shows it then only', async () => {
    const checks = async (id: string) =>
      (await on.detail(id, 'bob') as unknown as { checkList: { items: { id: string }[] }[] }).checkList.flatMap(({ items }) =>
        items.map((item) => item.id)
      )
    const done = { clauses: clauses({ r0: 'ok', r2: 'ok' }) }
    const [small, large] = [await on.file('shared', { clauses: clauses(), amount: '100' }),
      await on.file('shared', { clauses: clauses(), amount: '100.01' })]
    expect([await checks(small), await checks(large)]).toEqual([[], ['large']])
    expect(await pass(small, 'bob', done)).toMatchObject({ code: 200 })
    expect(said(await pass(large, 'bob', done))).toEqual([42009, '请完成审批检查项', 'checkList'])
  })
})
