import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { documentMigrations } from '../migrations.ts'
import type { ProgressNode } from '#approval/wire/path.ts'
import type { TestProduct } from '../testing.ts'
import { approvalProduct } from '../testing-company.ts'
import type { TimelineRecord } from './record.ts'

let product: TestProduct
let on: Awaited<ReturnType<typeof approvalProduct>>['on']

beforeAll(async () => {
  ;({ product, on } = await approvalProduct())
})
afterAll(() => product?.close())
afterEach(async () => {
  product.clock.now = () => morning
  await product.audit()
})

const morning = new Date('2026-11-20T10:00:00+08:00')
const later = (minutes: number) => {
  product.clock.now = () => new Date(morning.getTime() + minutes * 60_000)
}

interface TimelineAnswer {
  readonly processRecord: readonly TimelineRecord[]
  readonly skippedNodes: readonly TimelineRecord[]
  readonly nodeList: readonly { readonly nodeId: string; readonly nodeType: number }[]
  readonly progress: readonly ProgressNode[]
}

const timeline = async (id: string, by = 'wang', language?: 'en_US') =>
  (await product.as(by, language).get<TimelineAnswer>(`/oaserver/plain/detail?procInstId=${id}`)).data
const lines = ({ processRecord }: TimelineAnswer) => processRecord.map(({ operateType, nodeId }) => `${operateType} ${nodeId}`)
const last = ({ processRecord }: TimelineAnswer, operateType: string) =>
  processRecord.findLast((record) => record.operateType === operateType)
const comment = (id: string, by: string, text: string) =>
  product.as(by).post('/workflow/wf/processInstance/comment/add', { procInstId: id, comment: text })
const admin = (id: string, path: string, body: object) =>
  product.as('flows').post(`/workflow/admin/${path}`, { procInstId: id, comment: '调整', ...body })

describe('a line of the timeline', () => {
  it('says what passing means in the reader’s language, where nobody wrote anything', async () => {
    const id = await on.file('plain')
    await on.pass(id, 'head')
    await on.do('pass', id, 'chief', { comment: '可以' })
    expect(
      (await timeline(id)).processRecord.filter(({ operateType }) => operateType === 'completed').map((
        record,
      ) => [record.comment, record.commentDefault]),
    ).toEqual([['同意', true], ['可以', false]])
    expect(last(await timeline(id, 'wang', 'en_US'), 'completed')).toMatchObject({ comment: '可以' })
    expect((await timeline(id, 'wang', 'en_US')).processRecord[1]).toMatchObject({ comment: 'Agree', commentDefault: true })
  })

  it('gives the reason of every approver, from the rule to who stands in', async () => {
    const id = await on.file('plain')
    await on.do('transfer', id, 'head', { assignee: 'bob' })
    await on.pass(id, 'bob')
    expect(last(await timeline(id), 'completed')?.userList[0]?.why?.map(({ code }) => code)).toEqual(['approval.reason.fixed',
      'approval.reason.transferred'])
    expect(last(await timeline(id), 'transfer')).toMatchObject({ operator: { id: 'head' }, userIdList: ['head', 'bob'],
      why: { code: 'approval.reason.transferred' }, administrator: false })
  })

  it('of a countersign names the people and their order, and marks what they did', async () => {
    const id = await on.file('group')
    await on.pass(id, 'head', 'chief', 'anna')
    await on.do('countersign', id, 'carl', { orderType: 1, assigneeList: ['erin', 'frank'] })
    expect(last(await timeline(id), 'addsign')).toMatchObject({ userIdList: ['carl', 'erin', 'frank'], orderType: 1, cancelled: false,
      nodeId: 'row' })
    expect(
      last(await timeline(id), 'running')?.nodePeople.map(({ id: person, state, countersigner }) => `${person} ${state} ${countersigner}`),
    ).toEqual([
      'carl suspended false',
      'dave waiting false',
      'erin running true',
      'frank waiting true',
    ])
    await product.as('carl').post('/workflow/cancelCountersign', { taskId: await on.task(id, 'carl', 'suspended') })
    expect(last(await timeline(id), 'addsign')).toMatchObject({ cancelled: true, operator: { id: 'carl' }, countersigner: false })
    await on.do('countersign', id, 'carl', { orderType: 2, assigneeList: ['erin'] })
    await on.pass(id, 'erin')
    expect(last(await timeline(id), 'completed')).toMatchObject({ countersigner: true, userIdList: ['erin'] })
  })

  it('joins the people of a node as they decide, with who is still to act', async () => {
    const id = await on.file('group')
    await on.pass(id, 'head')
    expect(last(await timeline(id), 'running')).toMatchObject({ approvalTypeCode: 1, multiInst: true, sequential: false,
      nodePeople: [{ id: 'head', state: 'done' }, { id: 'chief', state: 'running' }] })
    await on.pass(id, 'chief', 'anna')
    const { processRecord } = await timeline(id)
    const [first, second, third] = processRecord.filter(({ operateType }) => operateType === 'completed')
    expect([first?.nodePeople, second?.nodePeople.length]).toEqual([[], 2])
    expect(third).toMatchObject({ approvalTypeCode: 2, nodePeople: [{ id: 'anna', state: 'done' }, { id: 'bob', state: 'dropped' }] })
  })

  it('of a return names the node that it went to', async () => {
    const id = await on.file('plain')
    await on.pass(id, 'head', 'chief')
    await on.do('v2/back', id, 'anna', { desNodeId: 'first', comment: '再看' })
    expect(last(await timeline(id, 'wang', 'en_US'), 'backed')).toMatchObject({
      target: { nodeId: 'first', nodeName: '节点first', nodeNameEn: 'Node first' },
      round: 1,
    })
    await on.do('v2/back', id, 'head', { desNodeId: 'start' })
    expect(lines(await timeline(id)).at(-1)).toBe('running start')
  })

  it('marks what an administrator did, whatever kind of line it is', async () => {
    const id = await on.file('plain')
    await admin(id, 'reassign', { taskId: await on.task(id, 'head'), assignee: 'bob' })
    expect(last(await timeline(id), 'transfer')).toMatchObject({ administrator: true, operator: { id: 'flows' },
      userIdList: ['head', 'bob'], comment: '调整' })
    await admin(id, 'skip', { taskId: await on.task(id, 'bob') })
    expect(last(await timeline(id), 'autoCompleted')).toMatchObject({ administrator: true, operator: { id: 'flows' }, nodeId: 'first',
      comment: '调整' })
    await admin(id, 'jump', { targetNodeId: 'third' })
    expect(last(await timeline(id), 'backed')).toMatchObject({ administrator: true, nodeId: 'second', nodeName: '节点second',
      target: { nodeId: 'third' } })
    await admin(id, 'jump', { targetNodeId: 'first' })
    expect(last(await timeline(id), 'backed')).toMatchObject({ nodeId: 'third', target: { nodeId: 'first' } })
    await admin(id, 'forceEnd', {})
    const ended = await timeline(id)
    expect(last(ended, 'refuse')).toMatchObject({ administrator: true, comment: '调整' })
    expect([lines(ended).filter((line) => line.startsWith('running')), ended.nodeList]).toEqual([[], []])
  })

  it('tells that judging was too hard', async () => {
    const id = await on.file('judging')
    await on.do('hardToDecide', id, 'head', { business: { hardToDecideOneReason: '数据不足' } })
    expect(last(await timeline(id), 'completed')).toMatchObject({ hardToDecide: true, nodeId: 'judge' })
    expect((await timeline(id)).skippedNodes).toEqual([])
  })

  it('tells what was left out, and why, apart from the lines', async () => {
    const id = await on.file('judging')
    await on.do('pass', id, 'head', { business: { score: 5 } })
    const { skippedNodes, processRecord } = await timeline(id)
    expect(skippedNodes).toMatchObject([{ nodeId: 'second', operateType: 'skipped', why: { code: 'approval.skip.condition' } }, {
      nodeId: 'committee',
    }])
    expect(processRecord.some(({ operateType }) => operateType === 'skipped')).toBe(false)
  })
})

describe('a comment', () => {
  it('may be taken back by its author for ten minutes; then its text is gone and the line stays', async () => {
    const id = await on.file('plain')
    await comment(id, 'wang', '写错了')
    const said = last(await timeline(id), 'comment')
    expect([said?.editable, last(await timeline(id, 'head'), 'comment')?.editable]).toEqual([true, false])
    later(10.5)
    expect(last(await timeline(id), 'comment')?.editable).toBe(false)
    later(9)
    expect(await product.as('wang').post('/workflow/wf/processInstance/comment/delete', { procInstId: id, recordId: said?.id }))
      .toMatchObject({ code: 200 })
    const after = await timeline(id)
    expect(last(after, 'comment')).toMatchObject({ deleted: true, comment: null, editable: false })
    expect(lines(after)).toEqual(['start start', 'comment null', 'deleted null', 'running first'])
  })
})

describe('whoever has it now', () => {
  it('is the last line, with since when, until when, and the way ahead up to its end', async () => {
    const id = await on.file('plain')
    const due = new Date(morning.getTime() + 2 * 3_600_000)
    await product.database.db.updateTable('task').set({ due_at: due }).where('document', '=', id).where('state', '=', 'running').execute()
    later(90)
    expect(last(await timeline(id), 'running')).toMatchObject({ nodeId: 'first', createTime: '2026-11-20 10:00:00', endTime: null,
      userList: [{ id: 'head', since: '2026-11-20 10:00:00', stayHours: 1, dueTime: '2026-11-20 12:00:00', overdue: false }] })
    later(121)
    const { processRecord, nodeList, progress } = await timeline(id)
    expect(processRecord.at(-1)).toMatchObject({ userList: [{ overdue: true, stayHours: 2 }] })
    expect(nodeList.at(-1)).toMatchObject({ nodeId: 'end', nodeType: -1 })
    expect(progress.map(({ nodeId, state, minutes }) => `${nodeId} ${state} ${minutes}`)).toEqual(['start done null', 'first running 121',
      'second coming null', 'third coming null', 'end coming null'])
    await product.database.db.updateTable('task').set({ due_at: null }).where('document', '=', id).execute()
  })

  it('is told by every call that tells the history, to those who may read it alone', async () => {
    const id = await on.file('plain')
    const { data: record } = await product.as('wang').get<TimelineRecord[]>(`/workflow/historicFlow?procInstId=${id}`)
    const { data: all } = await product.as('wang').post<TimelineRecord[]>('/workflow/getProcessRecordList', { procInstId: id })
    const { data: info } = await product.as('wang').post<TimelineAnswer>('/workflow/getProcessInstanceNodeInfo', { procInstId: id })
    for (const records of [record, all, info.processRecord])
      expect(records.map(({ operateType }) => operateType)).toEqual(['start', 'running'])
    expect(info.progress.length).toBe(5)
    for (const answer of [
      await product.as('stranger').get(`/workflow/historicFlow?procInstId=${id}`),
      await product.as('stranger').get(`/workflow/rounds/${id}`),
      await product.as('stranger').post('/workflow/getProcessInstanceNodeInfo', { procInstId: id }),
    ]) expect(answer).toMatchObject({ code: 403 })
  })
})

describe('the progress of a round', () => {
  it('takes the last visit of a node, how long it took, and where the document ended', async () => {
    const id = await on.file('plain')
    later(30)
    await on.pass(id, 'head')
    later(60)
    await on.do('v2/back', id, 'chief', { desNodeId: 'first' })
    later(75)
    await on.pass(id, 'head')
    await on.do('refuse', id, 'chief', { comment: '不行' })
    const { progress } = await timeline(id)
    expect(progress.map(({ nodeId, state, minutes }) => `${nodeId} ${state} ${minutes}`)).toEqual(['start done null', 'first done 15',
      'second stopped 0', 'end stopped 75'])
  })
})

describe('the end of a document', () => {
  const endOf = async (id: string) =>
    (await product.as('wang').get<{ endTime: string | null }>(`/oaserver/plain/detail?procInstId=${id}`)).data.endTime
  const remarks = async (id: string) => {
    later(30)
    await comment(id, 'wang', '补充说明')
    await product.as('wang').post('/workflow/wf/processInstance/cc/add', { procInstId: id, userIds: ['bob'] })
    later(60)
  }

  it.each([
    ['completed', (id: string) => on.pass(id, 'head', 'chief', 'anna')],
    ['refused', (id: string) => on.do('refuse', id, 'head', { comment: '不' })],
    ['revoked', (id: string) => product.as('wang').post('/workflow/abort', { procInstId: id, comment: '撤' })],
  ])('stays where it was when something is said about a %s one', async (_, end) => {
    const id = await on.file('plain')
    later(10)
    await end(id)
    await remarks(id)
    expect(await endOf(id)).toBe('2026-11-20 10:10:00')
  })

  it('is recounted from the history, and repaired from it', async () => {
    const id = await on.file('plain')
    later(10)
    await on.pass(id, 'head', 'chief', 'anna')
    await product.database.db.updateTable('document').set({ ended_at: new Date('2026-11-21T08:00:00+08:00') }).where('id', '=', id)
      .execute()
    await expect(product.audit()).rejects.toThrow(/: end$/)
    await sql`update document set process = process - 'endedAt' where id = ${id}`.execute(product.database.db)
    await documentMigrations.find(({ name }) => name.endsWith('-ended-at'))?.up((query) =>
      query.execute(product.database.db).then(({ rows }) => rows)
    )
    expect(await endOf(id)).toBe('2026-11-20 10:10:00')
  })
})

describe('the map of a document', () => {
  interface Branch {
    readonly condition: { readonly text: { readonly en: string } | null; readonly holds: boolean } | null
    readonly taken: boolean
    readonly steps: readonly { readonly nodeId: string }[]
  }
  const mapOf = async (id: string) =>
    (await product.as('wang').post<{ map: readonly { readonly branches?: readonly Branch[]; readonly nodeId?: string }[] }>(
      '/workflow/getProcessInstanceNodeInfo',
      {
        procInstId: id,
      },
    )).data.map

  it.each([['150.00', [true, false], 'Amount 150 > 100'], ['50.00', [false, true], 'Amount > 100']])(
    'shows which branch %s takes, and by which value',
    async (amount, taken, condition) => {
      const id = await on.file('checked', { amount })
      const [fork, last] = await mapOf(id)
      expect(fork?.branches?.map((branch) => branch.taken)).toEqual(taken)
      expect(fork?.branches?.map(({ steps }) => steps.map(({ nodeId }) => nodeId))).toEqual([['large'], ['small']])
      expect(fork?.branches?.map((branch) => branch.condition?.text?.en)).toEqual([condition, undefined])
      expect(last).toMatchObject({ kind: 'node', nodeId: 'last', condition: null })
    },
  )
})

describe('how long a node usually takes', () => {
  it('is the median of those that are done, where there are enough of them', async () => {
    const usual = async (type: string) => (await product.as('stranger').get<Record<string, number>>(`/workflow/usualTimes/${type}`)).data
    expect(await usual('unknown')).toEqual({})
    for (const minutes of [10, 20, 30, 40, 500]) {
      later(0)
      const id = await on.file('followed')
      later(minutes)
      await on.pass(id, 'head')
    }
    expect(await usual('followed')).toEqual({ first: 30 })
  })
})

describe('the amounts of documents like one', () => {
  it('are those of completed ones of its type and department, where there are enough; told to its readers', async () => {
    const file = async (amount: string, isPassed = true) => {
      const id = await on.file('followed', { amount })
      if (isPassed) await on.pass(id, 'head')
      return id
    }
    const past = (id: string, by = 'wang') => product.as(by).get<readonly string[]>(`/workflow/pastAmounts/${id}`)
    const own = await file('70.00')
    for (const amount of ['10.00', '20.00', '30.00', '40.00', '50.00']) await file(amount)
    await file('999.00', false)
    expect((await past(own)).data).toEqual([])
    later(1)
    await file('60.00')
    expect((await past(own)).data).toHaveLength(6)
    expect((await past(own)).data).toEqual(expect.arrayContaining(['10.00', '60.00']))
    expect(await past(own, 'stranger')).toMatchObject({ code: 403 })
  })
})
