import { describe, expect, it } from 'vitest'
import { approve, defineFlow, type FlowSettings } from '#kernel/flow.ts'
import { company, does, given, passes, submits, type TestFlow } from '../testing.ts'

const step = (id: string, people: readonly string[], more = {}) => approve(id, { rule: 'fixed', people }, { cn: id, en: id, ...more })
const directory = company(Object.fromEntries(['wang', 'li', 'zhao', 'sun', 'qian'].map((id) => [id, {}])), {})

/** A flow in which the approvers of these nodes saw none of the changed fields. */
const world = (unseen: readonly string[], settings: Partial<FlowSettings> = {},
  steps = [step('a', ['li']), step('b', ['zhao']), step('c', ['sun'])]): TestFlow => ({
    flow: defineFlow(steps, { dedupe: 'none', ...settings }),
    directory,
    facts: { standsAt: (node) => unseen.includes(node) },
  })
const returned = [submits('wang'), passes('li'), passes('zhao'), does('sun', { action: 'return', target: 'start', comment: 'why?' })]
const again = does('wang', { action: 'resubmit', flow: 'f', applicant: 'wang' })
const whys = (story: ReturnType<typeof given>) =>
  story.events.flatMap((event) => (event.type === 'autoPassed' ? [`${event.node} ${event.why.code}`] : []))

describe('a returned document that is filed again', () => {
  it('asks only those who saw what was changed, and says why the others are not asked', () => {
    const story = given(world(['a', 'b']), ...returned).when(again)
    expect(story.waiting).toEqual(['c:sun'])
    expect(whys(story)).toEqual(['a approval.auto.unchanged', 'b approval.auto.unchanged'])
  })
  it('asks who saw a change; whoever comes after them is judged when the document gets there', () => {
    const story = given(world(['b', 'c']), ...returned).when(again)
    expect(story.waiting).toEqual(['a:li'])
    expect(story.when(passes('li')).waiting).toEqual(['c:sun'])
  })
  it('asks everybody where the flow says so, or where nothing is known of what was seen', () => {
    expect(given(world(['a', 'b'], { again: 'everybody' }), ...returned).when(again).waiting).toEqual(['a:li'])
    expect(given({ ...world([]), facts: {} }, ...returned).when(again).waiting).toEqual(['a:li'])
  })
  it('asks everybody again after a refusal or a revocation', () => {
    const refused = given(world(['a', 'b', 'c']), submits('wang'), passes('li'), does('zhao', { action: 'refuse', comment: 'no' }))
    expect(refused.when(again).waiting).toEqual(['a:li'])
    const revoked = given(world(['a', 'b', 'c']), ...returned, does('wang', { action: 'revoke' }))
    expect(revoked.when(again).waiting).toEqual(['a:li'])
  })
  it('holds through a second return, and counts as another person’s decision where money moves', () => {
    const twice = given(world(['a', 'b', 'c'], { movesMoney: true }), ...returned, again,
      does('sun', { action: 'return', target: 'start', comment: 'again' })).when(again)
    expect(twice.waiting).toEqual(['c:sun'])
    expect(twice.when(passes('sun')).document?.status).toBe('completed')
  })
  it('keeps a step of many by the one who passed, and asks all of them once that falls', () => {
    const steps = [step('a', ['li', 'zhao']), step('b', ['sun'])]
    const story = (unseen: string[]) =>
      given(world(unseen, {}, steps), submits('wang'), passes('zhao'), does('sun', { action: 'return', target: 'start', comment: '?' }))
        .when(again)
    expect(story(['a']).waiting).toEqual(['b:sun'])
    expect(story([]).waiting).toEqual(['a:li', 'a:zhao'])
  })
  it('holds after a return to a step in between', () => {
    const back = given(world(['b']), submits('wang'), passes('li'), passes('zhao'),
      does('sun', { action: 'return', target: 'a', comment: 'look again' }))
    expect(back.when(passes('li')).waiting).toEqual(['c:sun'])
  })
})
