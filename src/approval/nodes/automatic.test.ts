import { describe, expect, it } from 'vitest'
import type { ApprovalMode, ApproverRule, Block, FlowSettings } from '#kernel/flow.ts'
import { approve, defineFlow, departmentHead, initiator, parallel, personIn } from '#kernel/flow.ts'
import { company, does, given, passes, submits } from '../testing.ts'
import type { TestFlow } from '../testing.ts'

const label = { cn: '节点', en: 'Node' }
const directory = company(
  { wang: { departments: ['rd'] }, li: { departments: ['rd'] }, zhao: { departments: ['group'] }, sun: {},
    admin: { roles: ['workflowAdmin'] } },
  { group: { head: 'zhao' }, rd: { parent: 'group', head: 'li' } },
)
const people = (...ids: string[]): ApproverRule => ({ rule: 'fixed', people: ids })
const node = (id: string, by: ApproverRule | string[], more: Partial<Parameters<typeof approve>[2]> = {}): Block =>
  approve(id, Array.isArray(by) ? people(...by) : by, { ...label, mode: 'any' as ApprovalMode, ...more })
const world = (steps: readonly Block[], settings: Partial<FlowSettings> = {}, more: Partial<TestFlow> = {}): TestFlow => ({
  flow: defineFlow(steps, settings),
  directory,
  ...more,
})

describe('the same person twice', () => {
  it('passes at the directly following node by themselves', () => {
    const story = given(world([node('a', ['li']), node('b', ['li']), node('c', ['sun'])]), submits('wang'), passes('li'))
    expect(story.waiting).toEqual(['c:sun'])
    expect(story.emitted).toContain('autoPassed')
  })

  it('not across another approver, unless the flow says any earlier', () => {
    const steps = [node('a', ['li']), node('b', ['sun']), node('c', ['li'])]
    expect(given(world(steps), submits('wang'), passes('li'), passes('sun')).waiting).toEqual(['c:li'])
    const early = given(world(steps, { dedupe: 'anyEarlier' }), submits('wang'), passes('li'), passes('sun'))
    expect(early.document?.status).toBe('completed')
    const never = given(world([node('a', ['li']), node('b', ['li'])], { dedupe: 'none' }), submits('wang'), passes('li'))
    expect(never.waiting).toEqual(['b:li'])
  })

  it('only for that person where everyone must agree or take turns', () => {
    for (const mode of ['all', 'sequential'] as const) {
      const story = given(world([node('a', ['li']), node('b', ['li', 'sun'], { mode })]), submits('wang'), passes('li'))
      expect(story.waiting).toEqual(['b:sun'])
    }
  })

  it('a later turn in a sequence passes by itself too', () => {
    const steps = [node('a', ['li', 'zhao'], { mode: 'all' }), node('b', ['sun', 'li'], { mode: 'sequential' })]
    const story = given(world(steps), submits('wang'), passes('li'), passes('zhao'), passes('sun'))
    expect(story.document?.status).toBe('completed')
  })

  it('completes a node where one is enough, without asking the others', () => {
    const story = given(world([node('a', ['li']), node('b', ['sun', 'li']), node('c', ['zhao'])]), submits('wang'), passes('li'))
    expect(story.waiting).toEqual(['c:zhao'])
    expect(story.emitted.filter((type) => type === 'taskOpened')).toHaveLength(1)
  })

  it('who did not act at the node before does act now', () => {
    const story = given(world([node('a', ['li', 'sun']), node('b', ['li'])]), submits('wang'), passes('sun'))
    expect(story.waiting).toEqual(['b:li'])
  })

  it('the branches of a block all come directly before what follows it', () => {
    const steps = [parallel('p', [node('a', ['li'])], [node('b', ['sun'])]), node('c', ['li', 'sun'], { mode: 'all' })]
    expect(given(world(steps), submits('wang'), passes('li'), passes('sun')).document?.status).toBe('completed')
    expect(given(world(steps), submits('wang'), passes('sun'), passes('li')).document?.status).toBe('completed')
  })

  it.each([
    ['manual', { manual: true as const }],
    ['fields to edit', { edits: ['amount'] }],
    ['a required opinion', { opinionRequired: true as const }],
    ['an opinion required by a condition that holds', { opinionRequired: 'big' }],
    ['words in the opinion', { opinionMustContain: ['arrivalTime'] }],
    ['an explanation', { explains: 'overBudget' as const }],
    ['a check list', { checkList: [{ id: 'x', ...label }] }],
    ['hard to decide', { hardToDecide: 'one' as const }],
  ])('never where the node asks for more: %s', (_, more) => {
    const story = given(world([node('a', ['li']), node('b', ['li'], more)], {}, { holds: ['big'] }), submits('wang'), passes('li'))
    expect(story.waiting).toEqual(['b:li'])
  })

  it('never where the form asks for input', () => {
    const asks = { facts: { inputAt: (id: string) => id === 'b' } }
    expect(given(world([node('a', ['li']), node('b', ['li'])], {}, asks), submits('wang'), passes('li')).waiting).toEqual(['b:li'])
  })
})

describe('the initiator as approver', () => {
  const head = node('a', departmentHead())

  it('their superior approves: the head of the department above', () => {
    const story = given(world([head]), submits('li'))
    expect(story.waiting).toEqual(['a:zhao'])
    expect(story.document?.runs[0]?.tasks[0]?.why.map(({ code }) => code)).toEqual([
      'approval.reason.departmentHead',
      'approval.reason.initiatorToSuperior',
    ])
  })

  it('without anyone above, a workflow administrator', () => {
    expect(given(world([head]), submits('zhao')).waiting).toEqual(['a:admin'])
  })

  it('also when the document is filed for them', () => {
    expect(given(world([head]), submits('wang', { applicant: 'li' })).waiting).toEqual(['a:zhao'])
  })

  it('the flow may leave it to them', () => {
    expect(given(world([head], { initiatorApprover: 'self' }), submits('li')).waiting).toEqual(['a:li'])
  })

  it('the flow may pass it by itself, when another person acts elsewhere', () => {
    const auto = { initiatorApprover: 'autoPass' as const }
    expect(given(world([head, node('b', ['sun'])], auto), submits('li')).waiting).toEqual(['b:sun'])
    expect(given(world([head], auto), submits('li')).waiting).toEqual(['a:zhao'])
    expect(given(world([head, node('b', ['sun'])], { ...auto, movesMoney: true }), submits('li')).waiting).toEqual(['a:zhao'])
  })

  it('they keep what only they can confirm or carry out', () => {
    const named = { values: { owner: ['li'] } }
    expect(given(world([node('a', initiator), node('b', ['sun'])]), submits('li')).waiting).toEqual(['a:li'])
    expect(given(world([node('a', personIn('owner'), { confirms: true })], {}, named), submits('li')).waiting).toEqual(['a:li'])
    expect(given(world([node('a', personIn('owner'), { edits: ['done'] })], {}, named), submits('li')).waiting).toEqual(['a:li'])
    expect(given(world([node('a', personIn('owner'))], {}, named), submits('li')).waiting).toEqual(['a:zhao'])
  })

  it('a node that excludes them is asked of the others, or skipped', () => {
    const confirm = (ids: string[]): Block => node('a', ids, { mode: 'all', excludes: 'initiator' })
    expect(given(world([confirm(['li', 'sun'])]), submits('li')).waiting).toEqual(['a:sun'])
    expect(given(world([confirm(['li']), node('b', ['sun'])]), submits('li')).waiting).toEqual(['b:sun'])
  })
})

describe('a document that moves money', () => {
  const money = { movesMoney: true }

  it('is not filed when nobody else would act', () => {
    expect(given(world([node('a', initiator)], money)).when(submits('li')).refusal?.code).toBe('approval.anotherPerson')
    expect(given(world([], money)).when(submits('li')).refusal?.code).toBe('approval.anotherPerson')
  })

  it('goes to the superior although the flow leaves it to the initiator', () => {
    const self = { ...money, initiatorApprover: 'self' as const }
    expect(given(world([node('a', departmentHead())], self), submits('li')).waiting).toEqual(['a:zhao'])
    expect(given(world([node('a', departmentHead()), node('b', ['sun'])], self), submits('li')).waiting).toEqual(['a:zhao'])
  })

  it('goes to the superior too where only the form has an effect on a budget or a payee, for documents filed before as well', () => {
    const self = { initiatorApprover: 'self' as const }
    const own = world([node('a', departmentHead()), node('b', ['sun'])], self, { facts: { movesMoney: () => true } })
    expect(given(own, submits('li')).waiting).toEqual(['a:zhao'])
    expect(given(world([node('a', departmentHead()), node('b', ['sun'])], self), submits('li')).waiting).toEqual(['a:li'])
  })

  it('does not complete through a task handed to the initiator', () => {
    const handed = given(world([node('a', personIn('owner'), { confirms: true })], money, { values: { owner: ['sun'] } }), submits('li'),
      does('sun', { action: 'transfer', people: ['li'] }))
    expect(handed.when(passes('li')).refusal?.code).toBe('approval.anotherPerson')
    expect(handed.when(does('li', { action: 'transfer', people: ['zhao'] })).when(passes('zhao')).document?.status).toBe('completed')
  })

  it('does not complete through the initiator standing in for the approver', () => {
    const away = company(
      { li: { departments: ['rd'] }, sun: { departments: ['rd'] }, zhao: {} },
      { group: { head: 'zhao' }, rd: { parent: 'group', head: 'sun' } },
      { substitutes: { sun: 'li' } },
    )
    expect(given(world([node('a', ['sun'])], money, { directory: away }), submits('li')).waiting).toEqual(['a:zhao'])
  })

  it('an initiator who chooses the approvers does not approve alone', () => {
    const chosen: ApproverRule = { rule: 'selectUser', size: 3 }
    const self = world([node('a', chosen)], { initiatorApprover: 'self' })
    const story = given(self, submits('li', { choices: [{ node: 'a', people: ['li'] }] }))
    expect(story.waiting).toEqual(['a:zhao'])
  })
})
