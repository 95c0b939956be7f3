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

interface NodeForm {
  readonly approvalTypeCode: number | null
  readonly hardToDecide: string | null
  readonly commentRequired: boolean | string
  readonly explains: { readonly key: string } | null
  readonly editable: readonly string[]
  readonly checkList: readonly { readonly nodeId: string; readonly active: boolean; readonly required: boolean;
    readonly items: readonly { readonly id: string; readonly result: string | null }[] }[]
}
const nodeForm = async (id: string, by: string) =>
  (await product.as(by).post<NodeForm>('/workflow/approvingNodeForm', { procInstId: id })).data
const hard = (id: string, by: string, business: object) => on.do('hardToDecide', id, by, { business })

describe('a judgement that is hard', () => {
  it('goes to the second judge with the reason, scores left empty, and from there to the committee', async () => {
    const id = await on.file('judging')
    expect(await on.detail(id, 'head')).toMatchObject({ hardToDecideOneShow: true, hardToDecideTwoShow: false })
    expect(await nodeForm(id, 'head')).toMatchObject({ hardToDecide: 'one', approvalTypeCode: 2 })
    expect(await hard(id, 'head', { hardToDecideOneReason: ' 超出本部门 ', score: 7 })).toMatchObject({ code: 200,
      data: { currentTask: { nodeId: 'second' } } })
    const second = await on.detail(id, 'chief')
    expect(second).toMatchObject({ hardToDecideOneShow: false, hardToDecideTwoShow: true,
      business: { hardToDecideOneReason: '超出本部门' } })
    expect(second.business['score'] ?? null).toBeNull()
    expect(await hard(id, 'chief', { hardToDecideTwoReason: '需委员会' })).toMatchObject({ code: 200,
      data: { currentTask: { nodeId: 'committee' } } })
    await on.pass(id, 'anna')
    expect(await on.waiting(id)).toEqual(['end: bob'])
  })

  it('is decided after all when it comes back, and then leads to nobody else', async () => {
    const id = await on.file('judging')
    await hard(id, 'head', { hardToDecideOneReason: '难' })
    expect(await on.do('v2/back', id, 'chief', { desNodeId: 'judge', comment: '请再看' })).toMatchObject({ code: 200 })
    expect(await on.do('pass', id, 'head', { business: { score: 7 } })).toMatchObject({ code: 200,
      data: { currentTask: { nodeId: 'end' } } })
    expect((await on.detail(id, 'head')).business['hardToDecideOneReason'] ?? null).toBeNull()
  })

  it('says in the history what else the judge said', async () => {
    const id = await on.file('judging')
    const task = await on.task(id, 'head')
    expect(
      await product.as('head').post('/workflow/hardToDecide', { taskId: task, comment: '请看附图',
        business: { hardToDecideOneReason: '难' } }),
    ).toMatchObject({ code: 200 })
    expect(await on.detail(id, 'head')).toMatchObject({
      processRecord: expect.arrayContaining([expect.objectContaining({ comment: '难\n请看附图' })]) as unknown,
    })
  })

  it('is decided by a pass, which needs the score', async () => {
    const id = await on.file('judging')
    expect(said(await on.do('pass', id, 'head'))).toEqual([42009, expect.any(String), 'score'])
    expect(await on.do('pass', id, 'head', { business: { score: 7 } })).toMatchObject({ code: 200,
      data: { currentTask: { nodeId: 'end' } } })
  })

  it.each([{}, { hardToDecideOneReason: '  ' }, { hardToDecideOneReason: 'x'.repeat(1001) }, { hardToDecideTwoReason: '另一个' }, {
    hardToDecideOneReason: 7,
  }])(
    'with %j is refused at the reason',
    async (business) => {
      const id = await on.file('judging')
      expect(said(await hard(id, 'head', business))).toEqual([42009, '请填写难以判定原因（1000字以内）', 'hardToDecideOneReason'])
      const task = await on.task(id, 'head')
      expect(said(await product.as('head', 'en_US').post<ActionAnswer>('/workflow/hardToDecide', { taskId: task, business }))).toEqual([
        42009,
        'Enter the reason (at most 1000 characters)',
        'hardToDecideOneReason',
      ])
    },
  )

  it('is offered at judging nodes only, to their judge only', async () => {
    const id = await on.file('plain')
    expect((await on.detail(id, 'head')).actions).not.toContain('hardToDecide')
    expect(await nodeForm(id, 'head')).toMatchObject({ hardToDecide: null })
    expect(said(await hard(id, 'head', { hardToDecideOneReason: '难' }))).toEqual([42009, '该节点不支持此操作'])
    const judged = await on.file('judging')
    const task = await on.task(judged, 'head')
    expect((await product.as('stranger').post('/workflow/hardToDecide', { taskId: task })).code).toBe(404)
    expect((await product.as('wang').post('/workflow/hardToDecide', { taskId: task })).code).toBe(403)
  })
})

describe('a node that asks for more than agreement', () => {
  const answered = [{ item: 'seal', result: 'pass' }, { item: 'label', result: 'fail', remark: '缺角' }]
  const complete = { comment: '已查', explainDtoList: [{ explain: '已批准' }], checkList: answered }

  it('tells what it asks for, and keeps what was checked by whom', async () => {
    const id = await on.file('strict')
    const form = await nodeForm(id, 'head')
    expect(form).toMatchObject({ commentRequired: true, explains: { key: 'overBudget', cn: '超预算说明' },
      checkList: [{ nodeId: 'first', active: true, required: true,
        items: [{ id: 'seal', result: null }, { id: 'label', result: null }] }] })
    expect(await on.do('pass', id, 'head', complete)).toMatchObject({ code: 200 })
    const { checkList, explainDtoList } = await on.detail(id, 'chief')
    expect(checkList).toMatchObject([{ nodeId: 'first', active: false,
      items: [{ id: 'seal', result: 'pass', checkedBy: { id: 'head' } }, { id: 'label', result: 'fail', remark: '缺角' }] }])
    expect(explainDtoList).toMatchObject([{ explain: '已批准' }])
  })

  it('lists what is checked on the document’s way only, also where it has ended', async () => {
    const id = await on.file('checked', { amount: '50.00' })
    const lists = async () =>
      (await on.detail(id, 'wang')).checkList.map(({ nodeId, items }) =>
        `${nodeId} ${items.filter(({ result }) => result !== null).length}`
      )
    expect(await lists()).toEqual(['small 0', 'last 0'])
    for (const person of ['head', 'anna']) expect(await on.do('pass', id, person, { checkList: answered })).toMatchObject({ code: 200 })
    expect(await lists()).toEqual(['small 2', 'last 2'])
    const refused = await on.file('checked', { amount: '500.00' })
    expect((await on.detail(refused, 'wang')).checkList.map(({ nodeId }) => nodeId)).toEqual(['large', 'last'])
    expect(await on.do('refuse', refused, 'chief', { comment: '不符' })).toMatchObject({ code: 200 })
    expect((await on.detail(refused, 'wang')).checkList).toEqual([])
  })

  it.each([
    [{ ...complete, comment: ' ' }, '请填写审批意见', 'comment'],
    [{ ...complete, explainDtoList: [] }, '请填写超预算说明（1000字以内）', 'explainDtoList'],
    [{ ...complete, checkList: [answered[0]] }, '请完成审批检查项', 'checkList'],
    [{ ...complete, checkList: [answered[0], { item: 'label', result: 'fail' }] }, '不合格项须填写说明', 'checkList'],
  ])('refuses a pass with %j at the field', async (body, message, field) => {
    const id = await on.file('strict')
    expect(said(await on.do('pass', id, 'head', body))).toEqual([42009, message, field])
  })

  it('hides what it does not offer, for the button and for the call', async () => {
    const id = await on.file('strict')
    const { actions } = await on.detail(id, 'head')
    expect(actions.filter((action) => ['refuse', 'return', 'transfer', 'countersign'].includes(action))).toEqual([])
    expect(said(await on.do('refuse', id, 'head', { comment: 'x' }))).toEqual([42009, '该节点不支持此操作'])
  })
})

describe('a reminder', () => {
  const urge = (id: string, by = 'wang', language: 'zh_CN' | 'en_US' = 'zh_CN') =>
    product.as(by, language).get<boolean>(`/workflow/urge/${id}`)
  const start = new Date('2026-11-20T10:00:00+08:00')
  const after = (minutes: number) => {
    product.clock.now = () => new Date(start.getTime() + minutes * 60_000)
  }
  afterEach(() => after(0))

  it('goes out, and too early again it says when', async () => {
    const id = await on.file('plain')
    expect(await urge(id)).toMatchObject({ code: 200, msg: 'ok', result: true })
    after(10)
    expect(await urge(id)).toMatchObject({ code: 200, msg: '催办过于频繁，请20分钟后再试', result: false })
    expect(await urge(id, 'wang', 'en_US')).toMatchObject({ code: 200, msg: 'You’ve just sent a reminder. Try again in 20 min',
      result: false })
    after(30)
    expect(await urge(id)).toMatchObject({ result: true })
    expect((await on.events(id)).filter((type) => type === 'urged')).toHaveLength(2)
  })

  it('goes out five times a day', async () => {
    const id = await on.file('plain')
    for (let round = 0; round < 5; round += 1) {
      after(round * 31)
      expect(await urge(id)).toMatchObject({ result: true })
    }
    after(5 * 31)
    expect(await urge(id)).toMatchObject({ code: 200, result: false, msg: '催办过于频繁，每天最多5次' })
  })

  it('is the initiator’s, while it runs', async () => {
    const id = await on.file('plain')
    expect(await urge(id, 'head')).toMatchObject({ code: 403, msg: '只有发起人可以执行此操作' })
    expect(await urge(id, 'stranger')).toMatchObject({ code: 404 })
    await on.pass(id, 'head', 'chief', 'anna')
    expect(await urge(id)).toMatchObject({ code: 42007, msg: '单据状态已变化，请刷新', data: { state: 4 } })
  })

  it('is not sent by a page of another site', async () => {
    const id = await on.file('plain')
    const answer = await product.app.inject({ url: `/workflow/urge/${id}`,
      headers: { authorization: await product.as('wang').bearer(), 'sec-fetch-site': 'cross-site' } })
    expect(answer.statusCode).toBe(403)
    expect(await on.events(id)).not.toContain('urged')
  })
})
