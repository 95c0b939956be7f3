import { describe, expect, it } from 'vitest'
import type { ApproverRule, Block, FlowSettings } from '#kernel/flow.ts'
import { approve, defineFlow, role, selectUser } from '#kernel/flow.ts'
import { decide, isRefusal, targetsOf } from '../engine.ts'
import type { Event } from '../event.ts'
import { evolve } from '../evolve.ts'
import { company, does, factsOf, given, passes, refuses, submits } from '../testing.ts'
import type { TestStep, Story, TestFlow } from '../testing.ts'
import type { DocumentState } from '../types.ts'

const label = { cn: '节点', en: 'Node' }
const people = (...ids: string[]): ApproverRule => ({ rule: 'fixed', people: ids })
const node = (id: string, ids: string[], more = {}): Block => approve(id, people(...ids), { ...label, ...more })
const directory = company({ wang: {}, li: {}, zhao: {}, sun: {}, qian: {}, chen: {}, admin: { roles: ['workflowAdmin'] } }, {})
const world = (steps: readonly Block[], settings: Partial<FlowSettings> = {}): TestFlow => ({ flow: defineFlow(steps, settings),
  directory })
const returns = (by: string, target: string): TestStep => does(by, { action: 'return', target })
const again = (unchanged = false, flow = 'f'): TestStep => does('wang', { action: 'resubmit', flow, applicant: 'wang', unchanged })
const three = [node('a', ['li']), node('b', ['zhao']), node('c', ['sun'])]
const direct = { resumeMode: 'direct' as const }

/** Whether the return target is marked as a repetition of an earlier return. */
const warned = (scenario: TestFlow, { document }: Story, person: string, target: string): boolean | undefined =>
  document && targetsOf(document, scenario.flow, person, factsOf(scenario)).find(({ node: id }) => id === target)?.again

/** The document after a value change recorded by the host. */
function afterChange({ document }: Story, by: string, at: string): DocumentState | undefined {
  return document &&
    evolve(document, { type: 'valueChanged', node: at, by, at: '', changes: [{ field: 'amount', before: '1', after: '2' }] })
}

describe('a return that was made before', () => {
  it('to the initiator is warned of when it comes back unchanged, and not after a change', () => {
    const scenario = world(three)
    const back = given(scenario, submits('wang'), passes('li'), returns('zhao', 'start'))
    expect(warned(scenario, back.when(again(true)).when(passes('li')), 'zhao', 'start')).toBe(true)
    expect(warned(scenario, back.when(again(false)).when(passes('li')), 'zhao', 'start')).toBe(false)
  })

  it('to a node is not warned of when its approver has changed something', () => {
    const scenario = world(three)
    const back = given(scenario, submits('wang'), passes('li'), returns('zhao', 'a'))
    expect(warned(scenario, back.when(passes('li')), 'zhao', 'a')).toBe(true)
    expect(afterChange(back, 'li', 'a')?.returns).toEqual([])
  })
})

describe('straight back to the returner', () => {
  const back = given(world(three, direct), submits('wang'), passes('li'), returns('zhao', 'start'))

  it('only as long as the return stands: revoked there, it is filed from the top', () => {
    const revoked = back.when(does('wang', { action: 'revoke' }))
    expect(revoked.document?.returned).toBeUndefined()
    expect(revoked.when(again(true)).waiting).toEqual(['a:li'])
  })

  it('only within the same version of the flow: a place in another one is none', () => {
    expect(back.when(again(true, 'f2')).waiting).toEqual(['a:li'])
  })

  it('not after an administrator has moved the document elsewhere', () => {
    const moved = back.when(does('admin', { action: 'jump', target: 'a', comment: 'why' }))
    expect(moved.document?.returned).toBeUndefined()
    expect(moved.when(passes('li')).waiting).toEqual(['b:zhao'])
  })
})

describe('nobody has two parts in a node', () => {
  const all = world([node('a', ['li', 'zhao', 'sun'], { mode: 'all' })])

  it.each([
    ['added', does('li', { action: 'countersign', people: ['zhao'], order: 'any' }), 'countersignPeople'],
    ['handed the task', does('li', { action: 'transfer', people: ['zhao'] }), 'alreadyApprover'],
    ['given it', does('admin', { action: 'reassign', task: 'd-1-1-a-0', person: 'zhao', comment: 'x' }), 'alreadyApprover'],
  ])('whoever has passed there is not %s', (_, step, code) => {
    expect(given(all, submits('wang'), passes('zhao')).when(step).refusal?.code).toBe(`approval.${code}`)
  })
})

describe('one of each group', () => {
  const members = { roles: ['accountant'] }
  const scenario: TestFlow = {
    flow: defineFlow([approve('a', role('accountant', 'dept'), label), node('b', ['chen'])]),
    directory: company({
      wang: {},
      chen: {},
      qian: {},
      li: { ...members, scopeDepartments: ['d1'] },
      zhao: { ...members, scopeDepartments: ['d1'] },
      sun: { ...members, scopeDepartments: ['d2'] },
    }, {}),
    values: { dept: ['d1', 'd2'] },
  }

  it('whom a person had added is not needed once another of the group has passed', () => {
    const story = given(scenario, submits('wang'), does('li', { action: 'countersign', people: ['qian'], order: 'any' }), passes('zhao'))
    expect(story.waiting).toEqual(['a:sun'])
    expect(story.when(passes('qian')).refusal?.kind).toBe('taskMoved')
    expect(story.when(passes('sun')).waiting).toEqual(['b:chen'])
  })
})

describe('what an approver has to say', () => {
  it('a refusal too says why, where the node asks for an opinion', () => {
    const scenario = world([node('a', ['li', 'zhao'], { opinionRequired: true })])
    const filed = given(scenario, submits('wang'))
    expect(filed.when(refuses('li')).refusal).toMatchObject({ code: 'approval.opinionRequired', field: 'comment' })
    expect(filed.when(does('li', { action: 'refuse', comment: 'no' })).document?.status).toBe('refused')
    expect(
      given(scenario, submits('wang'), does('li', { action: 'countersign', people: ['sun'], order: 'any' })).when(refuses('sun')).document
        ?.status,
    ).toBe('refused')
  })

  it('an explanation already given travels with the task', () => {
    const scenario = world([node('a', ['li'], { explains: 'overBudget' })])
    const explanations = [{ kind: 'overBudget' as const, text: 'urgent' }]
    const moved = given(scenario, submits('wang'), does('li', { action: 'transfer', people: ['zhao'], explanations }))
    expect(moved.document?.runs[0]?.tasks[0]?.explanations).toEqual(explanations)
    const passed = moved.when(passes('zhao'))
    expect(passed.events.find(({ type }) => type === 'passed')).toMatchObject({ by: 'zhao', explanations })
    expect(given(scenario, submits('wang'), does('li', { action: 'transfer', people: ['zhao'] })).when(passes('zhao')).refusal?.code).toBe(
      'approval.overBudgetExplanation',
    )
  })
})

describe('people chosen for nodes', () => {
  const chosen = (node: string, ...ids: string[]) => ({ node, people: ids })
  const scenario = world([node('a', ['li']), approve('b', selectUser(2), label), approve('c', selectUser(2, { canAdd: true }), label)])

  it('are kept only for nodes where people are chosen', () => {
    const story = given(scenario,
      submits('wang', { choices: [chosen('a', 'sun'), chosen('b', 'zhao'), chosen('c', 'sun'), chosen('gone', 'chen')] }))
    expect(story.document?.choices.map(({ node: id }) => id)).toEqual(['b', 'c'])
  })

  it('are not changed at a node by whoever holds it or comes after it', () => {
    const story = given(scenario, submits('wang', { choices: [chosen('b', 'zhao'), chosen('c', 'sun')] }), passes('li'))
    const later = story.when(does('zhao', { action: 'pass', choices: [chosen('b', 'zhao'), chosen('c', 'sun', 'chen')] }))
    expect(later.events.filter(({ type }: Event) => type === 'peopleChosen').at(-1)).toMatchObject({
      choices: [chosen('c', 'sun', 'chen')],
    })
  })
})

describe('an urge', () => {
  it('is counted by the days of the company: at midnight in Shanghai a new one begins', () => {
    const scenario = world(three)
    const start = given(scenario, submits('wang')).document
    const urged = ['05T10:00', '05T11:00', '05T12:00', '05T13:00', '05T14:00'].reduce<DocumentState | undefined>(
      (document, at) => document && evolve(document, { type: 'urged', at: `2026-01-${at}:00.000Z`, by: 'wang', people: ['li'] }),
      start,
    )
    const urgedAt = (at: string) => {
      const answer = decide(scenario.flow, urged, { action: 'urge', by: 'wang', at }, { ...factsOf(scenario), at })
      return isRefusal(answer) ? answer.code : answer.map(({ type }) => type)
    }
    expect(urgedAt('2026-01-05T15:00:00.000Z')).toBe('approval.urgeTooOften')
    expect(urgedAt('2026-01-05T16:00:00.000Z')).toEqual(['urged'])
  })
})

describe('taking an added person back', () => {
  it('too late when everyone added has acted', () => {
    const story = given(world(three), submits('wang'), does('li', { action: 'countersign', people: ['chen'], order: 'any' }),
      passes('chen'))
    expect(story.when(does('li', { action: 'cancelCountersign', task: 'd-1-1-a-0' })).refusal?.kind).toBe('taskMoved')
  })
})
