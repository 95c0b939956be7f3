import { describe, expect, it } from 'vitest'
import type { ApproverRule, Block } from '#kernel/flow.ts'
import { approve, copy, defineFlow, departmentHead, exclusive, selectUser } from '#kernel/flow.ts'
import { nodesOnWay, preview } from '../engine.ts'
import { company, does, factsOf, given, passes, submits } from '../testing.ts'
import type { TestFlow } from '../testing.ts'

const label = { cn: '节点', en: 'Node' }
const people = (...ids: string[]): ApproverRule => ({ rule: 'fixed', people: ids })
const directory = company(
  { wang: { departments: ['rd'] }, li: { name: '李/Li' }, zhao: {}, sun: {}, gone: { departed: true },
    admin: { roles: ['workflowAdmin'] } },
  { rd: { head: 'li' }, empty: {} },
)
const world = (steps: readonly Block[], more: Partial<TestFlow> = {}): TestFlow => ({ flow: defineFlow(steps), directory, ...more })
const draft = { starter: 'wang', applicant: 'wang', choices: [] }
const ask = (scenario: TestFlow, from: Parameters<typeof preview>[2] = draft) => preview(scenario.flow, factsOf(scenario), from)

describe('of a draft', () => {
  it('names every node of the way with its people, and why', () => {
    const scenario = world([
      approve('head', departmentHead(), { cn: '负责人', en: 'Head' }),
      approve('big', people('zhao'), { ...label, when: 'large' }),
      approve('all', people('zhao', 'sun'), { ...label, mode: 'all' }),
      copy('notified', people('admin'), label),
    ])
    const [head, big, all, last] = ask(scenario)
    expect(head).toMatchObject({
      node: 'head',
      cn: '负责人',
      en: 'Head',
      state: 'coming',
      mode: 'any',
      people: [{ id: 'li', name: '李/Li', why: [{ code: 'approval.reason.departmentHead', parameters: { department: 'rd' } }] }],
    })
    expect(big).toMatchObject({ state: 'skipped', why: { code: 'approval.skip.condition' } })
    expect(all?.people.map(({ id }) => id)).toEqual(['zhao', 'sun'])
    expect(last).toMatchObject({ kind: 'copy', people: [{ id: 'admin' }] })
  })

  it('tells what would refuse the submission, at its node, and goes on behind it', () => {
    const scenario = world([
      approve('head', departmentHead('dept'), label),
      approve('left', people('gone'), label),
      approve('pick', selectUser(2), label),
      approve('end', people('sun'), label),
    ], { values: { dept: ['empty'] } })
    expect(ask(scenario).map(({ node, problems }) => [node, ...problems.map(({ code }) => code)])).toEqual([
      ['head', 'approval.noHead'],
      ['left', 'approval.approverLeft'],
      ['pick', 'approval.chooseEveryApprover'],
      ['end'],
    ])
    expect(ask(scenario)[2]?.select).toEqual({ size: 2, canAdd: false, optionalRange: { type: 'ALL' } })
    const chosen = ask(scenario, { ...draft, choices: [{ node: 'pick', people: ['zhao'] }] })
    expect(chosen[2]).toMatchObject({ problems: [], people: [{ id: 'zhao' }] })
  })

  it('shows who passes by themselves, only where that is certain', () => {
    const scenario = world([approve('a', people('li'), label), approve('b', people('li'), label),
      approve('c', people('li', 'sun'), { ...label, manual: true }), approve('d', people('li'), label)])
    const [, second, third, fourth] = ask(scenario)
    expect(second).toMatchObject({ state: 'auto', people: [{ id: 'li', auto: { code: 'approval.auto.consecutive' } }] })
    expect(third?.state).toBe('coming')
    expect(fourth).toMatchObject({ state: 'coming', people: [{ id: 'li', auto: undefined }] })
  })
})

describe('of a document', () => {
  const scenario = world([approve('a', people('li'), label), approve('b', people('zhao'), { ...label, mode: 'all' }),
    approve('c', people('sun'), label)])

  it('under way: where it stands, and what is to come', () => {
    const { document } = given(scenario, submits('wang'), passes('li'),
      does('zhao', { action: 'countersign', people: ['admin'], order: 'any' }))
    expect(
      document &&
        ask(scenario, document).map(({ node, state, people: who }) => [node, state, ...who.map((one) => `${one.id} ${one.state}`)]),
    ).toEqual([
      ['b', 'running', 'zhao suspended', 'admin running'],
      ['c', 'coming', 'sun waiting'],
    ])
  })

  it('at its initiator: the whole way once it is filed again', () => {
    const { document } = given(scenario, submits('wang'), does('li', { action: 'return', target: 'start' }))
    expect(document && ask(scenario, document).map(({ node }) => node)).toEqual(['a', 'b', 'c'])
  })
})

it('the nodes on the way are those whose branches and own conditions hold, those behind the document included', () => {
  const scenario = world([
    approve('a', people('li'), label),
    approve('big', people('zhao'), { ...label, when: 'large' }),
    exclusive('kind', [{ when: 'trip', steps: [approve('travel', people('zhao'), label)] }, { when: 'goods',
      steps: [approve('stock', people('zhao'), label)] }], [
      approve('other', people('zhao'), label),
    ]),
    approve('again', people('li'), label),
    approve('end', people('sun'), label),
  ])
  const { document } = given(scenario, submits('wang'), passes('li'))
  const onWay = (...holds: string[]) => document && [...nodesOnWay(scenario.flow, factsOf({ ...scenario, holds }), document)]
  expect(onWay('goods')).toEqual(['a', 'stock', 'again', 'end'])
  expect(onWay('large')).toEqual(['a', 'big', 'other', 'again', 'end'])
})
