import { describe, expect, it } from 'vitest'
import { decide, evolve, isRefusal } from '#approval/engine.ts'
import { system } from '#approval/event.ts'
import { company, does, factsOf, given, passes, refuses, type TestStep, submits, type TestFlow } from '#approval/testing.ts'
import { approve, type ApproverRule, type Block, copy, defineFlow, parallel, type TimeoutAction } from '#kernel/flow.ts'
import { messagesOf } from './recipients.ts'

const label = { cn: '节点', en: 'Node' }
const people = (...ids: string[]): ApproverRule => ({ rule: 'fixed', people: ids })
const node = (id: string, ids: string[], more = {}): Block => approve(id, people(...ids), { ...label, ...more })
const staff = { wang: {}, li: {}, zhao: {}, sun: {}, qian: {}, chen: {}, boss: {}, admin: { roles: ['workflowAdmin'] },
  admin2: { roles: ['workflowAdmin'] } }
const directory = company(staff, {})
const world = (steps: readonly Block[], more: Partial<TestFlow> = {}): TestFlow => ({
  flow: defineFlow(steps),
  directory,
  permissions: { wang: ['void'], chen: ['void'] },
  facts: { form: { abortAfterCompletion: true, voidPermission: 'void' } },
  ...more,
})

const two = world([node('a', ['li']), node('b', ['zhao'])])
const one = world([node('a', ['li'])])
const both = world([node('a', ['li', 'zhao'], { mode: 'all' })])
const inTurn = world([node('a', ['li'], { mode: 'sequential' })])
const copying = world([node('a', ['li']), copy('cc', people('chen', 'li', 'wang'), label)])
const aside = world([parallel('p', [node('a', ['li'])], [node('b', ['li', 'zhao'])])])
const hard = world([node('a', ['li'], { hardToDecide: 'one' }), node('b', ['zhao'])])
const alone = world([approve('a', { rule: 'initiator' }, label), node('b', ['li'])])
const late = (onTimeout: TimeoutAction): TestFlow =>
  world([node('a', ['li'], { onTimeout }), node('b', ['zhao'])], {
    directory: company({ ...staff, li: { departments: ['rd'] }, boss: { departments: ['rd'] } }, { rd: { head: 'boss' } }),
  })
const timesOut = does(system, { action: 'timeOut', task: 'd-1-1-a-0' })
const start = submits('wang')
const returns = (by: string, target: string): TestStep => does(by, { action: 'return', target })
const again = does('wang', { action: 'resubmit', flow: 'f', applicant: 'wang' })
const countersigns = (order: 'any' | 'sequence', ...ids: string[]): TestStep => does('li', { action: 'countersign', people: ids, order })
const revoke = does('wang', { action: 'revoke' })
const edit = does('wang', { action: 'edit' })
const copies = (by: string, ...ids: string[]): TestStep => does(by, { action: 'copy', people: ids })
const administers = (intention: TestStep['intention']): TestStep => does('admin', { comment: 'because', ...intention })

/** `kind recipient`, with actor, node and new assignee in brackets. */
function notified(where: TestFlow, before: readonly TestStep[], last: TestStep): string[] {
  const story = given(where, ...before)
  const next = story.when(last)
  if (!next.document || next.refusal) throw new Error(next.refusal?.code)
  return messagesOf({ events: next.events.slice(story.events.length), before: story.document, after: next.document,
    directory: where.directory })
    .map(({ recipient, kind, actor, node: at, to }) => `${kind} ${recipient} (${[actor, at, to].filter(Boolean).join(' ')})`).toSorted()
}

describe('who is told what', () => {
  const table: [string, TestFlow, TestStep[], TestStep, string[]][] = [
    ['filed: the first approvers', two, [], start, ['arrived li (wang)']],
    ['filed: each of several', both, [], start, ['arrived li (wang)', 'arrived zhao (wang)']],
    ['filed: once, who holds two tasks', aside, [], start, ['arrived li (wang)', 'arrived zhao (wang)']],
    ['filed: never oneself', alone, [], start, []],
    ['passed: the next approvers, not the initiator', two, [start], passes('li'), ['arrived zhao (wang)']],
    ['passed, others still at it: nobody', both, [start], passes('li'), []],
    ['passed at the end: the initiator', two, [start, passes('li')], passes('zhao'), ['completed wang (zhao)']],
    ['passed at the end with copies: not who has just passed', copying, [start], passes('li'), ['completed wang (li)', 'copied chen (wang)',
      'copied wang (li)']],
    ['refused: the initiator and who handled it', two, [start, passes('li')], refuses('zhao'), ['refused li (zhao)',
      'refused wang (zhao)']],
    ['refused: not who still had to', both, [start], refuses('li'), ['refused wang (li)']],
    ['returned to a node: its people, the initiator', two, [start, passes('li')], returns('zhao', 'a'), ['returned li (zhao a)',
      'returned wang (zhao a)']],
    ['returned for change: the initiator, once', two, [start, passes('li')], returns('zhao', 'start'), ['returned wang (zhao start)']],
    ['filed again after a return', two, [start, returns('li', 'start')], again, ['arrived li (wang)']],
    ['revoked where it waits for change: who handled it', two, [start, passes('li'), returns('zhao', 'start')], revoke, [
      'withdrawn li (wang)',
      'withdrawn zhao (wang)',
    ]],
    ['revoked on the way: who has it and who handled it', two, [start, passes('li')], revoke, ['withdrawn li (wang)',
      'withdrawn zhao (wang)']],
    ['revoked at the end: who handled it and who got a copy', one, [start, copies('wang', 'chen'), passes('li')], revoke, [
      'withdrawn chen (wang)',
      'withdrawn li (wang)',
    ]],
    ['taken back to be changed: who has it', two, [start, passes('li')], edit, ['withdrawnToChange zhao (wang)']],
    ['taken back to be changed at the end: who handled it', one, [start, passes('li')], edit, ['withdrawnToChange li (wang)']],
    ['filed again after that', two, [start, edit], again, ['arrived li (wang)']],
    ['voided: initiator, who has it, who handled it', two, [start, passes('li')], does('chen', { action: 'void' }), ['voided li (chen)',
      'voided wang (chen)', 'voided zhao (chen)']],
    ['voided by the initiator', one, [start], does('wang', { action: 'void' }), ['voided li (wang)']],
    ['countersigned: everybody added', one, [start], countersigns('any', 'sun', 'qian'), ['countersigned qian (li)',
      'countersigned sun (li)']],
    ['countersigned in turn: whose turn it is', inTurn, [start], countersigns('sequence', 'sun', 'qian'), ['countersigned sun (li)']],
    ['countersigned in turn: the next, when it is theirs', inTurn, [start, countersigns('sequence', 'sun', 'qian')], passes('sun'), [
      'countersigned qian (li)',
    ]],
    ['after a countersign: whoever asked for it', one, [start, countersigns('any', 'sun')], passes('sun'), ['arrived li (wang)']],
    ['countersign taken back: nobody', one, [start, countersigns('any', 'sun')], does('li', { action: 'cancelCountersign' }), []],
    ['transferred: the new holder, the initiator', one, [start], does('li', { action: 'transfer', people: ['sun'] }), [
      'handedOn wang (li sun)',
      'transferred sun (li)',
    ]],
    ['hard to decide: the next judges', hard, [start], does('li', { action: 'hardToDecide', reason: 'unclear' }), [
      'hardToDecide zhao (li)',
    ]],
    ['urged: whoever has it', both, [start, passes('li')], does('wang', { action: 'urge' }), ['urged zhao (wang)']],
    ['urged while it is countersigned: the people added', one, [start, countersigns('any', 'sun')], does('wang', { action: 'urge' }), [
      'urged sun (wang)',
    ]],
    ['commented: the initiator and whoever has it', both, [start], does('li', { action: 'comment', comment: 'hm' }), ['commented wang (li)',
      'commented zhao (li)']],
    ['commented with mentions: those instead of that', both, [start],
      does('li', { action: 'comment', comment: 'hm', mentioned: ['zhao', 'chen', 'li'] }), ['commented wang (li)', 'mentioned chen (li)',
      'mentioned zhao (li)']],
    ['copied: the people', one, [start], copies('li', 'chen', 'sun'), ['copied chen (li)', 'copied sun (li)']],
    ['reassigned by an administrator: new and old holder, the initiator', one, [start],
      administers({ action: 'reassign', person: 'sun', task: 'd-1-1-a-0' }), [
      'handedOn li (admin sun)',
      'handedOn wang (admin sun)',
      'transferred sun (admin)',
    ]],
    ['skipped: whose task is gone, the initiator, the next', two, [start], administers({ action: 'skip', task: 'd-1-1-a-0' }), [
      'arrived zhao (wang)',
      'skipped li (admin a)',
      'skipped wang (admin a)',
    ]],
    ['moved: whose task is gone, the initiator, the next', two, [start], administers({ action: 'jump', target: 'b' }), [
      'arrived zhao (wang)',
      'moved li (admin b)',
      'moved wang (admin b)',
    ]],
    ['ended by force: initiator, who has it, who handled it', two, [start, passes('li')], administers({ action: 'forceEnd' }), [
      'refused li (admin)',
      'refused wang (admin)',
      'refused zhao (admin)',
    ]],
    ['passed for want of a decision: who missed it, and the next', late({ action: 'pass' }), [start], timesOut, ['arrived zhao (wang)',
      'timedOut li (system a)']],
    ['refused for want of a decision: the initiator, and who missed it', late({ action: 'refuse' }), [start], timesOut, [
      'refused wang (system)',
      'timedOut li (system a)',
    ]],
    ['returned for want of a decision: the initiator, and who missed it', late({ action: 'return', to: 'start' }), [start], timesOut, [
      'returned wang (system start)',
      'timedOut li (system a)',
    ]],
    ['handed on for want of a decision: the initiator, both holders, no administrator', late({ action: 'handOn', to: 'superior' }), [start],
      timesOut, ['handedOn li (system boss)', 'handedOn wang (system boss)', 'reassigned boss (system)']],
  ]

  it.each(table.map(([name, where, before, last, expected]) => ({ name, where, before, last, expected })))('$name',
    ({ where, before, last, expected }) => {
      expect(notified(where, before, last)).toEqual(expected)
    })

  it('reassigned by the system: the new holder and the administrators', () => {
    const before = given(one, start).document!
    const later = { ...one, directory: company({ ...staff, li: { enabled: false } }, {}, { substitutes: { li: 'sun' } }) }
    const events = decide(later.flow, before, { action: 'replace', task: 'd-1-1-a-0', by: system, at: factsOf(later).at }, factsOf(later))
    if (isRefusal(events)) throw new Error(events.code)
    const notified = messagesOf({ events, before, after: events.reduce(evolve, before), directory: later.directory })
    expect(notified.map(({ recipient, kind, actor }) => `${kind} ${recipient} (${actor})`).toSorted()).toEqual(['reassigned admin (system)',
      'reassigned admin2 (system)', 'reassigned sun (system)'])
  })

  it('a task that has its turn while its holder is gone: the same, and nobody else is told of the step as theirs', () => {
    const turn = world([node('a', ['li', 'zhao'], { mode: 'sequential' })])
    const before = given(turn, start).document!
    const later = { ...turn, directory: company({ ...staff, zhao: { enabled: false } }, {}, { substitutes: { zhao: 'sun' } }) }
    const events = decide(later.flow, before, { action: 'pass', task: 'd-1-1-a-0', by: 'li', at: factsOf(later).at }, factsOf(later))
    if (isRefusal(events)) throw new Error(events.code)
    const notified = messagesOf({ events, before, after: events.reduce(evolve, before), directory: later.directory })
    expect(notified.map(({ recipient, kind, actor }) => `${kind} ${recipient} (${actor})`).toSorted()).toEqual(['reassigned admin (system)',
      'reassigned admin2 (system)', 'reassigned sun (system)'])
  })

  it('each message tells of the event that it came from', () => {
    const story = given(two, start, passes('li'))
    const next = story.when(passes('zhao'))
    const events = next.events.slice(story.events.length)
    const [notified] = messagesOf({ events, before: story.document, after: next.document!, directory })
    expect(events[notified?.event ?? -1]?.type).toBe('completed')
  })

  it('who could hear the same twice hears of the first event', () => {
    const story = given(two, start)
    const next = story.when(returns('li', 'start'))
    const events = next.events.slice(story.events.length)
    const notified = messagesOf({ events, before: story.document, after: next.document!, directory })
    expect(notified.map(({ event }) => events[event]?.type)).toEqual(['returned'])
  })
})
