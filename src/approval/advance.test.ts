import { describe, expect, it } from 'vitest'
import { approve, copy, defineFlow, exclusive, inclusive, initiator, parallel } from '#kernel/flow.ts'
import type { ApprovalMode, ApproverRule, Block } from '#kernel/flow.ts'
import { company, does, given, passes, refuses, submits } from './testing.ts'
import type { TestFlow } from './testing.ts'

const label = { cn: '节点', en: 'Node' }
const directory = company({ wang: {}, li: {}, zhao: {}, sun: {}, qian: {} }, {})
const people = (...ids: string[]): ApproverRule => ({ rule: 'fixed', people: ids })
const node = (id: string, ids: string[], mode: ApprovalMode = 'any', more = {}): Block =>
  approve(id, people(...ids), { ...label, mode, ...more })
const world = (steps: readonly Block[], more: Partial<TestFlow> = {}): TestFlow => ({ flow: defineFlow(steps), directory, ...more })

describe('a sequence of nodes', () => {
  const two = world([node('a', ['li']), node('b', ['zhao'])])

  it('asks one node after the other, and completes behind the last', () => {
    const filed = given(two, submits('wang'))
    expect(filed.waiting).toEqual(['a:li'])
    expect(filed.when(passes('li')).waiting).toEqual(['b:zhao'])
    const done = filed.when(passes('li')).when(passes('zhao'))
    expect(done.document?.status).toBe('completed')
    expect(done.emitted).toEqual(['passed', 'nodeLeft', 'completed'])
  })

  it('names tasks after document, round, visit, node and place', () => {
    expect(given(two, submits('wang')).document?.runs[0]?.tasks[0]?.id).toBe('d-1-1-a-0')
  })

  it('skips a node whose condition is false, and says so', () => {
    const story = given(world([node('a', ['li'], 'any', { when: 'big' }), node('b', ['zhao'])]), submits('wang'))
    expect(story.waiting).toEqual(['b:zhao'])
    expect(story.document?.runs[0]).toMatchObject({ state: 'skipped', why: { code: 'approval.skip.condition' } })
  })

  it('ends at one refusal', () => {
    const ended = given(two, submits('wang')).when(refuses('li'))
    expect(ended.document?.status).toBe('refused')
    expect(ended.waiting).toEqual([])
  })
})

describe('a node of several people', () => {
  it('all: everyone at once, done with the last', () => {
    const filed = given(world([node('a', ['li', 'zhao'], 'all')]), submits('wang'))
    expect(filed.waiting).toEqual(['a:li', 'a:zhao'])
    expect(filed.when(passes('zhao')).document?.status).toBe('inApproval')
    expect(filed.when(passes('zhao')).when(passes('li')).document?.status).toBe('completed')
  })

  it('any: the first pass cancels the others', () => {
    const done = given(world([node('a', ['li', 'zhao']), node('b', ['sun'])]), submits('wang'), passes('zhao'))
    expect(done.waiting).toEqual(['b:sun'])
    expect(done.document?.runs[0]?.tasks.map(({ state }) => state)).toEqual(['cancelled', 'done'])
    expect(done.when(passes('li')).refusal?.kind).toBe('taskMoved')
  })

  it('sequential: one after the other in their order', () => {
    const filed = given(world([node('a', ['li', 'zhao', 'sun'], 'sequential')]), submits('wang'))
    expect(filed.waiting).toEqual(['a:li'])
    expect(filed.when(passes('zhao')).refusal?.code).toBe('approval.notYourTurn')
    expect(filed.when(passes('li')).waiting).toEqual(['a:zhao'])
    expect(filed.when(passes('li')).when(passes('zhao')).when(passes('sun')).document?.status).toBe('completed')
  })

  it('percentage: done when the share has passed', () => {
    const half = world([node('a', ['li', 'zhao', 'sun'], { percentage: 60 })])
    expect(given(half, submits('wang'), passes('li')).document?.status).toBe('inApproval')
    expect(given(half, submits('wang'), passes('li'), passes('sun')).document?.status).toBe('completed')
    expect(given(half, submits('wang'), refuses('li')).document?.status).toBe('refused')
  })

  it('percentage without veto: a refusal is a vote, and the document falls when the share is out of reach', () => {
    const votes = world([node('a', ['li', 'zhao', 'sun'], { percentage: 60 }, { veto: false })])
    const one = given(votes, submits('wang'), refuses('li'))
    expect(one.document?.status).toBe('inApproval')
    expect(one.when(passes('zhao')).when(passes('sun')).document?.status).toBe('completed')
    expect(one.when(refuses('zhao')).document?.status).toBe('refused')
  })

  it('counts the same person once', () => {
    expect(given(world([node('a', ['li', 'li', 'zhao'], 'all')]), submits('wang')).waiting).toEqual(['a:li', 'a:zhao'])
  })
})

describe('blocks', () => {
  it('exclusive: the first branch that holds, else the other', () => {
    const choice = [exclusive('x', [
      { when: 'big', steps: [node('a', ['li'])] },
      { when: 'huge', steps: [node('b', ['zhao'])] },
    ], [node('c', ['sun'])]), node('d', ['qian'])]
    expect(given(world(choice, { holds: ['big', 'huge'] }), submits('wang')).waiting).toEqual(['a:li'])
    expect(given(world(choice, { holds: ['huge'] }), submits('wang')).waiting).toEqual(['b:zhao'])
    expect(given(world(choice), submits('wang'), passes('sun')).waiting).toEqual(['d:qian'])
  })

  it('parallel: every branch at once, left when all are done', () => {
    const both = world([parallel('p', [node('a', ['li']), node('b', ['zhao'])], [node('c', ['sun'])]), node('d', ['qian'])])
    const filed = given(both, submits('wang'))
    expect(filed.waiting).toEqual(['a:li', 'c:sun'])
    const waiting = filed.when(passes('sun')).when(passes('li'))
    expect(waiting.waiting).toEqual(['b:zhao'])
    expect(waiting.when(passes('zhao')).waiting).toEqual(['d:qian'])
  })

  it('parallel: a branch that is done at once does not end the block', () => {
    const both = world([parallel('p', [node('a', ['li'], 'any', { when: 'big' })], [node('c', ['sun'])]), node('d', ['qian'])])
    expect(given(both, submits('wang')).waiting).toEqual(['c:sun'])
  })

  it('inclusive: each branch that holds, else the other; and it nests', () => {
    const steps = [inclusive('i', [
      { when: 'one', steps: [parallel('p', [node('a', ['li'])], [node('b', ['zhao'])])] },
      { when: 'two', steps: [node('c', ['sun'])] },
    ], [node('e', ['qian'])])]
    expect(given(world(steps, { holds: ['one', 'two'] }), submits('wang')).waiting).toEqual(['a:li', 'b:zhao', 'c:sun'])
    expect(given(world(steps), submits('wang')).waiting).toEqual(['e:qian'])
    const last = given(world(steps, { holds: ['one', 'two'] }), submits('wang'), passes('sun'), passes('li'))
    expect(last.document?.status).toBe('inApproval')
    expect(last.when(passes('zhao')).document?.status).toBe('completed')
  })
})

describe('copies', () => {
  it('are made when reached, and never block', () => {
    const story = given(world([copy('c', people('sun', 'sun'), label), node('a', ['li']), copy('e', initiator, label)]), submits('wang'))
    expect(story.document?.copies.map(({ person }) => person)).toEqual(['sun'])
    const done = story.when(passes('li'))
    expect(done.document?.copies.map(({ person }) => person)).toEqual(['sun', 'wang'])
    expect(done.document?.status).toBe('completed')
  })

  it('reach a person once, and nobody who has left', () => {
    const gone = company({ wang: {}, li: {}, sun: { departed: true } }, {})
    const story = given(
      world([copy('c', people('li', 'sun'), label), node('a', ['li']), copy('e', people('li'), label)], { directory: gone }),
      submits('wang'),
      passes('li'),
    )
    expect(story.document?.copies.map(({ person }) => person)).toEqual(['li'])
  })
})

it('a document without a flow is complete when it is filed', () => {
  expect(given(world([]), submits('wang')).document?.status).toBe('completed')
})

it('a history that does not begin with filing is a fault', () => {
  expect(() => given(world([node('a', ['li'])]), does('li', { action: 'comment', comment: 'x' }))).toThrow('stateMoved')
})
