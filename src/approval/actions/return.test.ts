import { describe, expect, it } from 'vitest'
import type { ApproverRule, Block, FlowSettings } from '#kernel/flow.ts'
import { approve, defineFlow, parallel } from '#kernel/flow.ts'
import { targetsOf } from '../engine.ts'
import { company, does, factsOf, given, passes, submits } from '../testing.ts'
import type { TestStep, TestFlow } from '../testing.ts'

const label = { cn: '节点', en: 'Node' }
const people = (...ids: string[]): ApproverRule => ({ rule: 'fixed', people: ids })
const node = (id: string, ids: string[], more = {}): Block => approve(id, people(...ids), { ...label, ...more })
const directory = company({ wang: {}, li: {}, zhao: {}, sun: {}, qian: {}, chen: {}, admin: { roles: ['workflowAdmin'] } }, {})
const world = (steps: readonly Block[], settings: Partial<FlowSettings> = {}): TestFlow => ({ flow: defineFlow(steps, settings),
  directory })
const returns = (by: string, target: string): TestStep => does(by, { action: 'return', target })
const again = (unchanged = false): TestStep => does('wang', { action: 'resubmit', flow: 'f', applicant: 'wang', unchanged })
const same = (by: string): TestStep => does(by, { action: 'pass', unchanged: true })
const three = [node('a', ['li']), node('b', ['zhao']), node('c', ['sun'])]
const targets = (scenario: TestFlow, story: ReturnType<typeof given>, person: string): string[] =>
  story.document ? targetsOf(story.document, scenario.flow, person, factsOf(scenario)).map((target) => target.node) : []

describe('where a task can be returned to', () => {
  it('to the initiator, and to what people completed before', () => {
    const scenario = world(three)
    expect(targets(scenario, given(scenario, submits('wang'), passes('li'), passes('zhao')), 'sun')).toEqual(['start', 'a', 'b'])
  })

  it('not to a node that completed by itself or was skipped', () => {
    const scenario = world([node('a', ['li']), node('b', ['li']), node('x', ['chen'], { when: 'never' }), node('c', ['sun'])])
    const story = given(scenario, submits('wang'), passes('li'))
    expect(targets(scenario, story, 'sun')).toEqual(['start', 'a'])
    expect(story.when(returns('sun', 'b')).refusal?.code).toBe('approval.noReturnTarget')
    expect(story.when(returns('sun', 'c')).refusal?.code).toBe('approval.noReturnTarget')
    expect(story.when(returns('sun', '')).refusal?.code).toBe('approval.returnTarget')
  })

  it('not to a branch beside it; behind the block to each of them', () => {
    const scenario = world([parallel('p', [node('a', ['li']), node('b', ['zhao'])], [node('c', ['sun'])]), node('d', ['qian'])])
    const inside = given(scenario, submits('wang'), passes('li'), passes('sun'))
    expect(targets(scenario, inside, 'zhao')).toEqual(['start', 'a'])
    expect(targets(scenario, inside.when(passes('zhao')), 'qian')).toEqual(['start', 'a', 'c', 'b'])
  })

  it('says where it was returned to before', () => {
    const scenario = world(three)
    const story = given(scenario, submits('wang'), passes('li'), returns('zhao', 'a'), passes('li'))
    expect(story.document && targetsOf(story.document, scenario.flow, 'zhao', factsOf(scenario)).map(({ again: twice }) => twice)).toEqual([
      false,
      true,
    ])
  })

  it('not to an initiator who is disabled or has left: it would wait for ever', () => {
    const scenario = world(three)
    const gone: TestFlow = { ...scenario,
      afterwards: { minute: 1, directory: { ...directory, person: (id) => ({ ...directory.person(id)!, enabled: id !== 'wang' }) } } }
    const story = given(gone, submits('wang'), passes('li'))
    expect(story.when(returns('zhao', 'start')).refusal).toMatchObject({ code: 'approval.initiatorGone', parameters: { name: 'wang' },
      field: 'target' })
    expect(story.when(returns('zhao', 'a')).waiting).toEqual(['a:li'])
  })

  it('not while people added come first', () => {
    const story = given(world(three), submits('wang'), does('li', { action: 'countersign', people: ['chen'], order: 'any' }))
    expect(story.when(returns('li', 'start')).refusal?.code).toBe('approval.notReturnable')
    expect(story.when(returns('chen', 'start')).refusal?.code).toBe('approval.notAvailable')
  })
})

describe('a return to an earlier node', () => {
  it('closes what lies between, and asks every node again', () => {
    const back = given(world(three), submits('wang'), passes('li'), passes('zhao'), returns('sun', 'a'))
    expect(back.waiting).toEqual(['a:li'])
    expect(back.document?.round).toBe(1)
    expect(back.document?.runs.map(({ node: id, state }) => `${id} ${state}`)).toEqual(['a cancelled', 'b cancelled', 'c cancelled',
      'a running'])
    const on = back.when(passes('li'))
    expect(on.waiting).toEqual(['b:zhao'])
    expect(on.when(passes('zhao')).when(passes('sun')).document?.status).toBe('completed')
  })

  it('voids what others had passed at the node that returns', () => {
    const story = given(world([node('a', ['li']), node('b', ['zhao', 'sun'], { mode: 'all' })]), submits('wang'), passes('li'),
      passes('zhao'), returns('sun', 'a'), passes('li'))
    expect(story.waiting).toEqual(['b:zhao', 'b:sun'])
  })

  it('within a branch leaves the other branches alone', () => {
    const story = given(world([parallel('p', [node('a', ['li']), node('b', ['zhao'])], [node('c', ['sun'])])]), submits('wang'),
      passes('li'), passes('sun'), returns('zhao', 'a'))
    expect(story.waiting).toEqual(['a:li'])
    expect(story.when(passes('li')).when(passes('zhao')).document?.status).toBe('completed')
  })

  it('out of a block closes every branch', () => {
    const story = given(world([node('o', ['qian']), parallel('p', [node('a', ['li'])], [node('c', ['sun'])])]), submits('wang'),
      passes('qian'), passes('sun'), returns('li', 'o'))
    expect(story.waiting).toEqual(['o:qian'])
    expect(story.when(passes('qian')).waiting).toEqual(['a:li', 'c:sun'])
  })

  it('does not re-create added people, and leaves transferees their assignment', () => {
    const story = given(world([node('a', ['li']), node('b', ['zhao'])]), submits('wang'),
      does('li', { action: 'countersign', people: ['chen'], order: 'any' }), passes('chen'),
      does('li', { action: 'transfer', people: ['qian'] }), passes('qian'), returns('zhao', 'a'))
    expect(story.waiting).toEqual(['a:qian'])
    expect(story.document?.runs.at(-1)?.tasks[0]).toMatchObject({ owner: 'li', origin: 'transfer' })
  })

  it('waits for the target even when it would complete by itself', () => {
    const story = given(world([node('a', ['li']), node('b', ['zhao', 'li'], { mode: 'all' }), node('c', ['sun'])]), submits('wang'),
      passes('li'), passes('zhao'), returns('sun', 'b'))
    expect(story.waiting).toEqual(['b:zhao', 'b:li'])
  })
})

describe('back to whoever returned it', () => {
  const direct = { resumeMode: 'direct' as const }

  it('goes straight back when nothing changed', () => {
    const story = given(world(three, direct), submits('wang'), passes('li'), passes('zhao'), returns('sun', 'a'))
    const on = story.when(same('li'))
    expect(on.waiting).toEqual(['c:sun'])
    expect(on.document?.runs.find(({ node: id }) => id === 'b')?.state).toBe('done')
    expect(on.document?.returned).toBeUndefined()
    expect(story.when(passes('li')).waiting).toEqual(['b:zhao'])
  })

  it('never into one branch of several, whose others were closed too', () => {
    const story = given(world([node('o', ['qian']), parallel('p', [node('a', ['li'])], [node('c', ['sun'])])], direct), submits('wang'),
      passes('qian'), returns('li', 'o'), same('qian'))
    expect(story.waiting).toEqual(['a:li', 'c:sun'])
  })

  it('the initiator too: straight back unchanged, from the top after a change', () => {
    const story = given(world(three, direct), submits('wang'), passes('li'), returns('zhao', 'start'))
    expect(story.when(again(true)).waiting).toEqual(['b:zhao'])
    expect(story.when(again(false)).waiting).toEqual(['a:li'])
    expect(given(world(three), submits('wang'), passes('li'), returns('zhao', 'start'), again(true)).waiting).toEqual(['a:li'])
  })
})

describe('the way back chosen with the return', () => {
  const direct = { resumeMode: 'direct' as const }
  const chooses = (by: string, target: string, resume: 'sequential' | 'direct'): TestStep => does(by, { action: 'return', target, resume })
  const atC = (settings = {}) => given(world(three, settings), submits('wang'), passes('li'), passes('zhao'))

  it('goes before the flow’s own, and stands in the history', () => {
    const chosen = atC().when(chooses('sun', 'start', 'direct'))
    expect(chosen.events.find(({ type }) => type === 'returned')).toMatchObject({ resume: 'direct' })
    expect(chosen.when(again(true)).waiting).toEqual(['c:sun'])
    expect(chosen.when(again(false)).waiting).toEqual(['a:li'])
    expect(atC().when(chooses('sun', 'a', 'direct')).when(same('li')).waiting).toEqual(['c:sun'])
    expect(atC(direct).when(chooses('sun', 'start', 'sequential')).when(again(true)).waiting).toEqual(['a:li'])
  })

  it('is refused where several branches would have to come back', () => {
    const story = given(world([node('o', ['qian']), parallel('p', [node('a', ['li'])], [node('c', ['sun'])])]), submits('wang'),
      passes('qian'))
    expect(story.when(chooses('li', 'o', 'direct')).refusal).toMatchObject({ code: 'approval.noDirectResume', field: 'resume' })
  })

  it('after it, what had passed before the return counts again, and can be returned to', () => {
    const scenario = world([...three, node('d', ['qian'])], direct)
    const back = given(scenario, submits('wang'), passes('li'), passes('zhao'), returns('sun', 'start'), again(true))
    expect(back.waiting).toEqual(['c:sun'])
    const later = back.when(passes('sun'))
    expect(targets(scenario, later, 'qian')).toEqual(['start', 'a', 'b', 'c'])
    const more = later.when(returns('qian', 'a'))
    expect(more.waiting).toEqual(['a:li'])
    expect(more.when(passes('li')).waiting).toEqual(['b:zhao'])
  })
})

describe('a return to the initiator', () => {
  const story = given(world(three), submits('wang'), passes('li'), returns('zhao', 'start'))

  it('stays in approval, with a task of the initiator', () => {
    expect(story.document?.status).toBe('inApproval')
    expect(story.waiting).toEqual(['start:wang'])
    expect(story.when(passes('wang')).refusal?.code).toBe('approval.notAvailable')
  })

  it('filed again it is a new round of the same document', () => {
    const on = story.when(again())
    expect(on.document).toMatchObject({ id: 'd', round: 2, status: 'inApproval' })
    expect(on.document?.runs.find(({ node: id }) => id === 'start')?.tasks[0]).toMatchObject({ state: 'done', result: 'passed' })
    expect(on.waiting).toEqual(['a:li'])
  })

  it('or is revoked there', () => {
    expect(story.when(does('wang', { action: 'revoke' })).document?.status).toBe('revoked')
  })
})

describe('dedupe any earlier beside branches', () => {
  it('does not look into a branch beside', () => {
    const scenario = world([parallel('p', [node('a', ['li'])], [node('b', ['zhao']), node('c', ['li'])])], { dedupe: 'anyEarlier' })
    expect(given(scenario, submits('wang'), passes('li'), passes('zhao')).waiting).toEqual(['c:li'])
  })
})
