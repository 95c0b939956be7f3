import { describe, expect, it } from 'vitest'
import type { ApproverRule } from '#kernel/flow.ts'
import { approve, copy, defineFlow } from '#kernel/flow.ts'
import { company, does, given, passes, refuses, submits } from '../testing.ts'
import type { Story, TestFlow } from '../testing.ts'
import type { Action } from '../types.ts'

const label = { cn: '节点', en: 'Node' }
const people = (...ids: string[]): ApproverRule => ({ rule: 'fixed', people: ids })
const directory = company(
  { wang: {}, li: {}, zhao: {}, chen: {}, other: {}, voider: {}, admin: { roles: ['workflowAdmin'] } },
  {},
)
const flow = defineFlow([
  copy('notified', people('chen'), label),
  approve('first', people('li'), label),
  approve('second', people('zhao'), label),
])
const permissions = { voider: ['abandoned'] }
const strict: TestFlow = { flow, directory, permissions }
const lenient: TestFlow = { ...strict, facts: { form: { abortAfterCompletion: true } } }

const states: Record<string, (world: TestFlow) => Story> = {
  inApproval: (world) => given(world, submits('wang'), passes('li')),
  atStart: (world) => given(world, submits('wang'), passes('li'), does('zhao', { action: 'return', target: 'start' })),
  completed: (world) => given(world, submits('wang'), passes('li'), passes('zhao')),
  refused: (world) => given(world, submits('wang'), passes('li'), refuses('zhao')),
  revoked: (world) => given(world, submits('wang'), passes('li'), does('wang', { action: 'revoke' })),
  voided: (world) => given(world, submits('wang'), passes('li'), does('voider', { action: 'void' })),
}

const speaks: Action[] = ['comment', 'copy']
const holds: Action[] = ['pass', 'refuse', 'return', 'countersign', 'transfer']
const repairs: Action[] = ['reassign', 'skip', 'jump', 'forceEnd']

/** wang filed; li passed; zhao holds the open task; chen received a copy. */
const table: Record<string, Record<string, Action[]>> = {
  inApproval: {
    wang: ['revoke', 'edit', 'urge', ...speaks],
    li: speaks,
    zhao: [...holds, ...speaks],
    chen: speaks,
    other: [],
    voider: ['void'],
    admin: repairs,
  },
  atStart: { wang: ['revoke', 'resubmit', ...speaks], li: speaks, zhao: speaks, chen: speaks, other: [], voider: ['void'],
    admin: ['jump', 'forceEnd'] },
  completed: { wang: speaks, li: speaks, zhao: speaks, chen: speaks, other: [], voider: ['void'], admin: [] },
  refused: { wang: ['resubmit', ...speaks], li: speaks, zhao: speaks, chen: speaks, other: [], voider: [], admin: [] },
  revoked: { wang: ['resubmit', ...speaks], li: speaks, zhao: speaks, chen: speaks, other: [], voider: [], admin: [] },
  voided: { wang: ['resubmit', ...speaks], li: speaks, zhao: speaks, chen: speaks, other: [], voider: [], admin: [] },
}

/** Further actions, by state, on a form that allows revoking after completion. */
const added: Record<string, Action[]> = { completed: ['revoke', 'edit'], refused: ['revoke'], voided: ['revoke'] }

describe.each(Object.entries(table))('in state %s', (state, row) => {
  it.each(Object.entries(row))('%s may do just this', (person, actions) => {
    expect(states[state]?.(strict).may(person).toSorted()).toEqual([...actions].toSorted())
  })

  it('a form with revoke after completion lets its initiator do more', () => {
    const expected = [...(row.wang ?? []), ...(added[state] ?? [])]
    expect(states[state]?.(lenient).may('wang').toSorted()).toEqual(expected.toSorted())
  })
})

describe('a button shown is an action accepted', () => {
  const details: Record<string, Record<string, unknown>> = {
    return: { target: 'start' },
    countersign: { people: ['other'], order: 'any' },
    transfer: { people: ['other'] },
    comment: { comment: 'hello' },
    copy: { people: ['other'] },
    resubmit: { flow: 'f', applicant: 'wang' },
    reassign: { person: 'other', comment: 'why' },
    skip: { comment: 'why' },
    jump: { target: 'first', comment: 'why' },
    forceEnd: { comment: 'why' },
  }
  const cases = Object.entries(table).flatMap(([state, row]) =>
    Object.entries(row).flatMap(([person, actions]) => actions.map((action) => [person, action, state] as const))
  )

  it.each(cases)('%s: %s in %s', (person, action, state) => {
    const story = states[state]?.(strict)
    const running = story?.document?.runs.flatMap((run) => run.tasks).find((task) => task.state === 'running')
    const wish = { action, task: running?.id, ...details[action] } as Parameters<typeof does>[1]
    expect(story?.when(does(person, wish)).refusal).toBeUndefined()
  })

  it.each(cases)('not by a stranger instead of %s: %s in %s', (person, action, state) => {
    if (person === 'other') return
    const wish = { action, ...details[action] } as Parameters<typeof does>[1]
    const story = states[state]?.(strict)
    const running = story?.document?.runs.flatMap((run) => run.tasks).find((task) => task.state === 'running')
    expect(story?.when(does('other', { task: running?.id, ...wish } as typeof wish)).refusal?.kind).toBe('forbidden')
  })
})

describe('what else stands in the way', () => {
  it('links from live documents keep it from being revoked, changed, voided and filed again', () => {
    const bound: TestFlow = { ...strict, facts: { bindings: 1 } }
    const story = given(bound, submits('wang'))
    expect(story.when(does('wang', { action: 'revoke' })).refusal?.code).toBe('approval.revokeBound')
    expect(story.when(does('wang', { action: 'edit' })).refusal?.code).toBe('approval.editBound')
    expect(story.when(does('voider', { action: 'void' })).refusal?.code).toBe('approval.revokeBound')
    const ended = story.when(refuses('li'))
    expect(ended.when(does('wang', { action: 'resubmit', flow: 'f', applicant: 'wang' })).refusal?.code).toBe('approval.editBound')
  })

  it('a node hides actions, and a flow hides them everywhere', () => {
    const hidden: TestFlow = {
      ...strict,
      flow: defineFlow([approve('first', people('li'), { ...label, hidden: ['refuse', 'return'] })], { hidden: ['revoke', 'transfer'] }),
    }
    const story = given(hidden, submits('wang'))
    expect(story.may('li')).toEqual(['pass', 'countersign', 'comment', 'copy'])
    expect(story.may('wang')).not.toContain('revoke')
    expect(story.when(refuses('li')).refusal).toMatchObject({ code: 'approval.notAvailable', kind: 'refused' })
  })

  it('the host may object, to the button as to the server', () => {
    const posted = { code: 'sap.posted', parameters: {}, refusal: true, kind: 'refused' } as const
    const objecting: TestFlow = { ...strict, facts: { undoRefusal: (action) => (action === 'revoke' ? posted : undefined) } }
    const story = given(objecting, submits('wang'))
    expect(story.may('wang')).not.toContain('revoke')
    expect(story.when(does('wang', { action: 'revoke' })).refusal).toBe(posted)
  })

  it('money is not voided by whom it concerns, save by who filed it while it is in approval', () => {
    const money = (facts: object): TestFlow => ({ ...strict, permissions: { voider: ['abandoned'], wang: ['abandoned'] },
      facts: { movesMoney: () => true, ...facts } })
    const story = given(money({}), submits('wang'))
    const paying = given(money({ isPaid: (id: string) => id === 'voider' }), submits('wang'))
    expect(
      [story.may('voider'), story.may('wang'), paying.may('voider'), story.when(passes('li')).when(passes('zhao')).may('wang')].map((may) =>
        may.includes('void')
      ),
    ).toEqual([true, true, false, false])
  })

  it('a form may name its own permission to void', () => {
    const own: TestFlow = { ...strict, facts: { form: { abortAfterCompletion: false, voidPermission: 'other_abandoned' } } }
    expect(given(own, submits('wang')).may('voider')).toEqual([])
  })

  it('whoever comes late hears that the task, or the document, has moved on', () => {
    const story = given(strict, submits('wang'), passes('li'))
    expect(story.when(passes('li')).refusal).toMatchObject({ code: 'approval.taskMoved', kind: 'taskMoved' })
    expect(story.when(refuses('zhao')).when(passes('zhao')).refusal).toMatchObject({ code: 'approval.stateMoved', kind: 'stateMoved' })
  })
})
