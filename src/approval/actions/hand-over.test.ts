import { describe, expect, it } from 'vitest'
import type { ApprovalMode, ApproverRule } from '#kernel/flow.ts'
import { approve, defineFlow } from '#kernel/flow.ts'
import { company, does, given, passes, refuses, submits } from '../testing.ts'
import type { TestStep, TestFlow } from '../testing.ts'

const label = { cn: '节点', en: 'Node' }
const people = (...ids: string[]): ApproverRule => ({ rule: 'fixed', people: ids })
const extras = Array.from({ length: 21 }, (_, index) => `extra${index}`)
const directory = company({
  wang: {},
  li: {},
  zhao: {},
  sun: {},
  qian: {},
  off: { enabled: false },
  left: { departed: true },
  ...Object.fromEntries(extras.map((id) => [id, {}])),
  admin: { roles: ['workflowAdmin'] },
}, {})
const world = (mode: ApprovalMode = 'sequential'): TestFlow => ({
  flow: defineFlow([approve('a', people('li', 'zhao'), { ...label, mode }), approve('b', people('qian'), label)]),
  directory,
})
const adds = (by: string, added: string[], order: 'sequence' | 'any' = 'sequence'): TestStep =>
  does(by, { action: 'countersign', people: added, order })
const hands = (by: string, ...to: string[]): TestStep => does(by, { action: 'transfer', people: to })

describe('countersign', () => {
  const filed = given(world(), submits('wang'))

  it('suspends the task: those added act first, in sequence, then the task comes back', () => {
    const one = filed.when(adds('li', ['sun', 'qian']))
    expect(one.waiting).toEqual(['a:sun'])
    expect(one.when(passes('li')).refusal?.code).toBe('approval.suspended')
    const two = one.when(passes('sun'))
    expect(two.waiting).toEqual(['a:qian'])
    expect(two.when(passes('qian')).waiting).toEqual(['a:li'])
    expect(two.when(passes('qian')).when(passes('li')).waiting).toEqual(['a:zhao'])
  })

  it('either one signs: the first pass closes the rest', () => {
    const both = filed.when(adds('li', ['sun', 'qian'], 'any'))
    expect(both.waiting).toEqual(['a:sun', 'a:qian'])
    expect(both.when(passes('qian')).waiting).toEqual(['a:li'])
  })

  it('may be repeated by the same person in another order', () => {
    const story = given(world(), submits('wang'), adds('li', ['sun'], 'any'), passes('sun'), adds('li', ['qian', 'extra0']), passes('qian'))
    expect(story.waiting).toEqual(['a:extra0'])
  })

  it('a refusal of those added ends the document', () => {
    expect(filed.when(adds('li', ['sun'])).when(refuses('sun')).document?.status).toBe('refused')
  })

  it('those added do not add others', () => {
    expect(filed.when(adds('li', ['sun'])).when(adds('sun', ['qian'])).refusal?.code).toBe('approval.notAvailable')
    expect(filed.when(adds('li', ['sun'])).when(hands('sun', 'qian')).waiting).toEqual(['a:qian'])
  })

  it.each([
    ['nobody', [], 'countersignPeople'],
    ['oneself', ['li'], 'countersignPeople'],
    ['someone of the node', ['zhao'], 'countersignPeople'],
    ['a disabled person', ['off'], 'approverDisabled'],
    ['one who has left', ['left'], 'approverLeft'],
    ['too many', extras, 'tooMany'],
  ])('not %s', (_, added, code) => {
    expect(filed.when(adds('li', added)).refusal?.code).toBe(`approval.${code}`)
  })

  it('in sequence only on a sequential node', () => {
    expect(given(world('all'), submits('wang')).when(adds('li', ['sun', 'qian'])).refusal?.code).toBe('approval.sequenceOnAll')
    expect(given(world('any'), submits('wang')).when(adds('li', ['sun', 'qian'])).refusal).toMatchObject({
      code: 'approval.sequenceOnSequential',
      field: 'order',
    })
    expect(given(world('any'), submits('wang'), adds('li', ['sun', 'qian'], 'any')).waiting).toEqual(['a:zhao', 'a:sun', 'a:qian'])
  })

  it('is taken back while nobody has acted', () => {
    const added = filed.when(adds('li', ['sun', 'qian']))
    expect(added.may('li')).toContain('cancelCountersign')
    expect(added.may('zhao')).not.toContain('cancelCountersign')
    const cancel = does('li', { action: 'cancelCountersign', task: 'd-1-1-a-0' })
    expect(added.when(cancel).waiting).toEqual(['a:li'])
    expect(added.when(passes('sun')).when(cancel).refusal?.code).toBe('approval.countersignActed')
  })
})

describe('transfer', () => {
  const filed = given(world(), submits('wang'))

  it('gives the task to another, whose name it then bears, and keeps whose assignment it is', () => {
    const moved = filed.when(hands('li', 'sun'))
    expect(moved.waiting).toEqual(['a:sun'])
    expect(moved.document?.runs[0]?.tasks[0]).toMatchObject({ owner: 'li', origin: 'transfer', hops: 1 })
    expect(moved.when(does('li', { action: 'pass', task: 'd-1-1-a-0' })).refusal?.kind).toBe('taskMoved')
    expect(moved.when(passes('sun')).waiting).toEqual(['a:zhao'])
  })

  it.each([
    ['nobody', [], 'transferOne'],
    ['two people', ['sun', 'qian'], 'transferOne'],
    ['oneself', ['li'], 'transferSelf'],
    ['someone of the node', ['zhao'], 'alreadyApprover'],
    ['one who has left', ['left'], 'approverLeft'],
  ])('not to %s', (_, to, code) => {
    expect(filed.when(hands('li', ...to)).refusal?.code).toBe(`approval.${code}`)
  })

  it('five times at most', () => {
    const hops = ['extra1', 'extra2', 'extra3', 'extra4', 'extra5']
    const far = given(world(), submits('wang'), ...hops.map((to, index) => hands(hops[index - 1] ?? 'li', to)))
    expect(far.may('extra5')).not.toContain('transfer')
    expect(far.when(hands('extra5', 'sun')).refusal?.code).toBe('approval.transferLimit')
  })
})

describe('an administrator', () => {
  const filed = given(world(), submits('wang'))
  const first = 'd-1-1-a-0'

  it('gives a task to someone else, with a word why', () => {
    expect(filed.when(does('admin', { action: 'reassign', task: first, person: 'sun', comment: '' })).refusal?.code).toBe(
      'approval.opinionRequired',
    )
    const moved = filed.when(does('admin', { action: 'reassign', task: first, person: 'sun', comment: 'ill' }))
    expect(moved.waiting).toEqual(['a:sun'])
    expect(moved.emitted).toEqual(['adminMoved', 'transferred', 'taskOpened'])
  })

  it('takes the document over a node, to a node, or ends it', () => {
    expect(filed.when(does('admin', { action: 'skip', task: first, comment: 'x' })).waiting).toEqual(['b:qian'])
    const ahead = filed.when(does('admin', { action: 'jump', target: 'b', comment: 'x' }))
    expect(ahead.waiting).toEqual(['b:qian'])
    expect(ahead.when(does('admin', { action: 'jump', target: 'a', comment: 'x' })).waiting).toEqual(['a:li'])
    expect(filed.when(does('admin', { action: 'jump', target: 'nowhere', comment: 'x' })).refusal?.code).toBe('approval.notAvailable')
    expect(filed.when(does('admin', { action: 'forceEnd', comment: 'x' })).document?.status).toBe('refused')
  })
})

describe('the initiator’s own document', () => {
  const boss: TestFlow = { ...world(),
    directory: company({ wang: { departments: ['rd'] }, boss: {}, li: {}, zhao: {}, sun: {}, qian: {},
      admin: { roles: ['workflowAdmin'] } }, { rd: { head: 'boss' } }) }
  const forSun = given(boss, submits('wang', { applicant: 'sun' }))
  const first = 'd-1-1-a-0'
  const gives = (person: string) => does('admin', { action: 'reassign', task: first, person, comment: 'ill' })

  it.each(['wang', 'sun'])('is not handed to %s to decide, in any way', (own) => {
    const refusal = { code: 'approval.ownDocument', parameters: { name: own }, field: 'people' }
    expect(forSun.when(hands('li', own)).refusal).toMatchObject(refusal)
    expect(forSun.when(adds('li', ['qian', own])).refusal).toMatchObject(refusal)
    expect(forSun.when(gives(own)).refusal).toMatchObject(refusal)
  })

  it('is theirs where they only confirm or carry out, and where the flow leaves it to them', () => {
    const flowOf = (options: object, settings: object = {}) =>
      given({ ...boss, values: { owner: ['li'] },
        flow: defineFlow([approve('a', { rule: 'person', field: 'owner' }, { ...label, ...options })], settings) }, submits('wang'))
    expect(flowOf({ confirms: true }).when(hands('li', 'wang')).waiting).toEqual(['a:wang'])
    expect(flowOf({}, { initiatorApprover: 'self' }).when(hands('li', 'wang')).waiting).toEqual(['a:wang'])
    expect(flowOf({ confirms: true, excludes: 'initiator' }).when(hands('li', 'wang')).refusal?.code).toBe('approval.ownDocument')
  })
})
