import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { TestProduct } from './testing.ts'
import { type ActionCall, approvalProduct, type ActionAnswer } from './testing-company.ts'

let product: TestProduct
let on: Awaited<ReturnType<typeof approvalProduct>>['on']

beforeAll(async () => {
  ;({ product, on } = await approvalProduct({ connections: 20 }))
  await Promise.all(
    ['wang', 'head', 'chief', 'anna', 'bob', 'erin', 'voider', 'flows'].map((name) => product.as(name).get('/workflow/tasks/counts')),
  )
})
afterAll(() => product?.close())
afterEach(() => product.audit())

interface Attempt {
  readonly name: string
  /** Resulting event. */
  readonly event: string
  readonly by: string
  readonly path: string
  readonly body: object
  /** The next assignee. */
  readonly next?: string
}

const onTask: readonly Attempt[] = [
  { name: 'pass', event: 'passed', by: 'head', path: 'pass', body: {}, next: 'chief' },
  { name: 'transfer', event: 'transferred', by: 'head', path: 'transfer', body: { assignee: 'bob' }, next: 'bob' },
  { name: 'refuse', event: 'refused', by: 'head', path: 'refuse', body: { comment: '不同意' } },
  { name: 'countersign', event: 'countersigned', by: 'head', path: 'countersign', body: { orderType: 2, assigneeList: ['erin'] },
    next: 'erin' },
  { name: 'return', event: 'returned', by: 'head', path: 'v2/back', body: { desNodeId: 'start' }, next: 'wang' },
]
const onDocument: readonly Attempt[] = [
  { name: 'revoke', event: 'revoked', by: 'wang', path: 'abort', body: {} },
  { name: 'void', event: 'voided', by: 'voider', path: 'abandoned', body: {} },
]
const byAdministrator: readonly Attempt[] = [
  { name: 'reassign', event: 'transferred', by: 'flows', path: 'admin/reassign', body: { assignee: 'carl', comment: '调动' },
    next: 'carl' },
  { name: 'skip', event: 'adminMoved', by: 'flows', path: 'admin/skip', body: { comment: '跳过' }, next: 'chief' },
]

/** `count` callers in rotation, starting at another attempt in each turn. */
const callers = (attempts: readonly Attempt[], count: number, turn: number) =>
  Array.from({ length: count }, (_, index) => attempts[(index + turn) % attempts.length]!)

const act = async (id: string, task: string, { by, path, body }: Attempt): Promise<ActionCall> =>
  product.as(by).post<ActionAnswer>(`/workflow/${path}`, { taskId: task, procInstId: id, ...body })

/** Checks that slower callers get the current position of the document. */
function lateAndFresh(answers: readonly ActionCall[]) {
  const late = answers.filter(({ code }) => code !== 200)
  expect(late.map(({ code }) => code).filter((code) => code !== 42006 && code !== 42007)).toEqual([])
  for (const { data } of late) expect(data).toMatchObject({ state: expect.any(Number), routeName: 'plainDetail' })
}

const sizes = [2, 4, 8, 16].flatMap((count) => [0, 1, 2, 3, 4].map((turn) => [count, turn] as const))

describe('different things done with one task at once', () => {
  it.each(sizes)('by %i callers (order %i): one is done, and its next holder sees it with the answer', async (count, turn) => {
    const id = await on.file('plain')
    const task = await on.task(id, 'head')
    const attempts = callers(onTask, count, turn)
    const answers = await Promise.all(attempts.map(async (attempt) => {
      const answer = await act(id, task, attempt)
      return { answer, sees: answer.code === 200 && attempt.next ? await on.todo(attempt.next) : [id] }
    }))
    expect(answers.filter(({ answer: { code } }) => code === 200)).toHaveLength(1)
    expect(answers.every(({ sees }) => sees.includes(id))).toBe(true)
    lateAndFresh(answers.map(({ answer }) => answer))
    const winner = attempts[answers.findIndex(({ answer: { code } }) => code === 200)]!
    const events = (await on.events(id)).filter((type) => onTask.some(({ event }) => event === type))
    expect(events).toEqual([winner.event])
  })

  it.each(sizes)('while %i callers (order %i) also revoke, void and repair: each task and each document ends once', async (count, turn) => {
    const id = await on.file('plain')
    const task = await on.task(id, 'head')
    const attempts = callers([onDocument[0]!, onTask[turn]!, byAdministrator[turn % 2]!, onDocument[1]!, onTask[(turn + 2) % 5]!], count,
      turn)
    const answers = await Promise.all(attempts.map((attempt) => act(id, task, attempt)))
    // an administrator who reassigns the task to its current holder is refused
    lateAndFresh(answers.filter(({ msg }) => msg !== 'carl中已是当前节点的审批人'))
    const done = attempts.filter((_, index) => answers[index]?.code === 200)
    expect(done.length).toBeGreaterThan(0)
    const endings = done.filter(({ event }) => ['revoked', 'voided', 'refused'].includes(event))
    expect(endings.length).toBeLessThanOrEqual(1)
    // after a transfer or reassignment the task has another holder, so other callers are late
    expect(done.filter((attempt) => onTask.includes(attempt)).length).toBeLessThanOrEqual(1)
    const events = await on.events(id)
    const ended = events.findIndex((type) => ['revoked', 'voided', 'refused'].includes(type))
    expect(ended < 0 ? [] : events.slice(ended + 1)).toEqual([])
    expect((await on.waiting(id)).length > 0).toBe(ended < 0)
  })

  it('by two who may: the pass of one or the refusal of the other', async () => {
    for (let turn = 0; turn < 4; turn += 1) {
      const id = await on.file('group')
      await on.pass(id, 'head', 'chief')
      const [anna, bob] = [await on.task(id, 'anna'), await on.task(id, 'bob')]
      const passing = () => product.as('anna').post<ActionAnswer>('/workflow/pass', { taskId: anna })
      const refusing = () => product.as('bob').post<ActionAnswer>('/workflow/refuse', { taskId: bob, comment: '不' })
      const answers = await Promise.all(turn % 2 === 0 ? [passing(), refusing()] : [refusing(), passing()])
      expect(answers.map(({ code }) => code).toSorted()).toEqual([200, 42006])
    }
  })

  it('and people added, while it is taken back: they pass or it is undone', async () => {
    for (let turn = 0; turn < 4; turn += 1) {
      const id = await on.file('plain')
      const task = await on.task(id, 'head')
      await on.do('countersign', id, 'head', { orderType: 2, assigneeList: ['erin'] })
      const added = await on.task(id, 'erin')
      const answers = await Promise.all([product.as('erin').post<ActionAnswer>('/workflow/pass', { taskId: added }),
        product.as('head').post<ActionAnswer>('/workflow/cancelCountersign', { taskId: task })])
      expect(answers.map(({ code }) => code).toSorted()).toEqual([200, 42006])
      expect(await on.waiting(id)).toEqual(['first: head'])
    }
  })
})

it('sixteen comments on a document being passed are all kept', async () => {
  const id = await on.file('plain')
  const saying = Array.from({ length: 15 },
    (_, index) => product.as('head').post('/workflow/wf/processInstance/comment/add', { procInstId: id, comment: `第${index}条` }))
  const answers = await Promise.all([...saying, on.do('pass', id, 'head')])
  expect(answers.map(({ code }) => code)).toEqual(Array.from({ length: 16 }, () => 200))
  expect((await on.events(id)).filter((type) => type === 'commented')).toHaveLength(15)
})
