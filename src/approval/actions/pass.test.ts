import { describe, expect, it } from 'vitest'
import type { ApproverRule, Block } from '#kernel/flow.ts'
import { approve, defineFlow, selectUser } from '#kernel/flow.ts'
import { nowOf } from '#kernel/values/dates.ts'
import { preview } from '../engine.ts'
import { company, does, factsOf, given, passes, submits } from '../testing.ts'
import type { Intention, TestFlow } from '../testing.ts'
import type { Facts } from '../types.ts'

const label = { cn: '节点', en: 'Node' }
const people = (...ids: string[]): ApproverRule => ({ rule: 'fixed', people: ids })
const directory = company({ wang: {}, li: {}, zhao: {}, sun: {}, admin: { roles: ['workflowAdmin'] } }, {})
const node = (id: string, more: Partial<Parameters<typeof approve>[2]> = {}): Block => approve(id, people('li'), { ...label, ...more })
const world = (steps: readonly Block[], more: Partial<TestFlow> = {}): TestFlow => ({ flow: defineFlow(steps), directory, ...more })
const filed = (more: Parameters<typeof node>[1], facts: Partial<TestFlow> = {}) => given(world([node('a', more)], facts), submits('wang'))
const passing = (story: ReturnType<typeof filed>, more: Partial<Extract<Intention, { action: 'pass' }>> = {}) => {
  const passed = story.when(does('li', { action: 'pass', ...more }))
  return passed.refusal?.code ?? passed.document?.status
}

describe('an opinion', () => {
  it('is required where the node says so, always or on a condition', () => {
    expect(passing(filed({ opinionRequired: true }))).toBe('approval.opinionRequired')
    expect(passing(filed({ opinionRequired: true }), { comment: '  ' })).toBe('approval.opinionRequired')
    expect(passing(filed({ opinionRequired: true }), { comment: 'fine' })).toBe('completed')
    expect(passing(filed({ opinionRequired: 'cut' }))).toBe('completed')
    expect(passing(filed({ opinionRequired: 'cut' }, { holds: ['cut'] }))).toBe('approval.opinionRequired')
  })

  it('has at most 8000 characters', () => {
    expect(passing(filed({}), { comment: 'x'.repeat(8000) })).toBe('completed')
    expect(passing(filed({}), { comment: 'x'.repeat(8001) })).toBe('approval.opinionTooLong')
  })

  it.each([
    ['arrivalTime', 'approval.opinionArrivalTime', '【到货时间：2026-01-05 09:30】'],
    ['arrivalTime', 'approval.opinionArrivalTime', '到货时间: 2026-01-05 09:30'],
    ['arrivalTime', 'approval.opinionArrivalTime', '到货时间2026-01-05 09:30'],
    ['orderNo', 'approval.opinionOrderNo', '【订单号(SMT)：SMT-2026-01】'],
    ['serial', 'approval.opinionMustContain', 'the serial 12'],
  ])('contains what the node asks for: %s', (wanted, code, comment) => {
    const opinionFacts = [{ key: 'arrivalTime', title: '到货时间', ...label }, { key: 'orderNo', title: '订单号(SMT)', ...label,
      pattern: '[A-Z0-9-]{6,20}' }]
    expect(passing(filed({ opinionMustContain: [wanted] }, { opinionFacts }), { comment: 'soon' })).toBe(code)
    expect(passing(filed({ opinionMustContain: [wanted] }, { opinionFacts }), { comment: 'ok 【到货时间：soon】【订单号(SMT)：x】' })).toBe(
      code,
    )
    expect(passing(filed({ opinionMustContain: [wanted] }, { opinionFacts }), { comment: `ok ${comment}` })).toBe('completed')
  })
})

describe('a time in an opinion', () => {
  it('is one of the calendar, and no earlier than the fact allows', () => {
    const at = factsOf(world([])).at
    const minutes = (count: number) => `【到货时间：${nowOf(new Date(new Date(at).getTime() + count * 60_000)).slice(0, 16)}】`
    const opinionFacts = [{ key: 'arrivalTime', title: '到货时间', ...label, notBefore: 10 }]
    const passed = (comment: string) => passing(filed({ opinionMustContain: ['arrivalTime'] }, { opinionFacts }), { comment })
    expect(passed('【到货时间：2099-02-30 10:00】')).toBe('approval.opinionArrivalTime')
    expect(passed(minutes(-13))).toBe('approval.opinionEarly')
    expect(passed(minutes(0))).toBe('completed')
  })
})

describe('what else a node asks for', () => {
  it('an explanation of 1 to 1000 characters, of the kind asked for', () => {
    const story = filed({ explains: 'overBudget' })
    expect(passing(story)).toBe('approval.overBudgetExplanation')
    expect(passing(story, { explanations: [{ kind: 'overdue', text: 'late' }] })).toBe('approval.overBudgetExplanation')
    expect(passing(story, { explanations: [{ kind: 'overBudget', text: 'x'.repeat(1001) }] })).toBe('approval.overBudgetExplanation')
    expect(passing(story, { explanations: [{ kind: 'overBudget', text: 'quarter end' }] })).toBe('completed')
    expect(passing(filed({ explains: 'overdue' }))).toBe('approval.overdueExplanation')
  })

  it('every item of the check list, with a remark where it failed', () => {
    const story = filed({ checkList: [{ id: 'x', ...label }, { id: 'y', ...label }] })
    expect(passing(story, { checks: [{ item: 'x', result: 'pass' }] })).toBe('approval.checkList')
    expect(passing(story, { checks: [{ item: 'x', result: 'pass' }, { item: 'y', result: 'fail' }] })).toBe('approval.checkRemark')
    expect(passing(story, { checks: [{ item: 'x', result: 'na' }, { item: 'y', result: 'fail', remark: 'torn' }] })).toBe('completed')
  })

  it('not of people added by countersign', () => {
    const story = given(world([node('a', { opinionRequired: true })]), submits('wang'),
      does('li', { action: 'countersign', people: ['zhao'], order: 'any' }))
    expect(story.when(passes('zhao')).refusal).toBeUndefined()
  })
})

describe('people for a later node', () => {
  const scenario = (holds: string[]) => world([node('a'), approve('b', selectUser(2), { ...label, when: 'late' })], { holds })

  it('are chosen before the document is filed when the node is on its way', () => {
    expect(given(scenario(['late'])).when(submits('wang')).refusal?.code).toBe('approval.chooseEveryApprover')
  })

  it('are chosen by the approver whose changes lead there', () => {
    let holds: string[] = []
    const changing: TestFlow = { ...scenario([]), facts: { condition: (feel) => holds.includes(feel) } }
    const story = given(changing, submits('wang'))
    holds = ['late']
    expect(story.when(passes('li')).refusal).toMatchObject({ code: 'approval.chooseFollowing', field: 'b' })
    const chosen = story.when(does('li', { action: 'pass', choices: [{ node: 'b', people: ['sun'] }] }))
    expect(chosen.waiting).toEqual(['b:sun'])
  })
})

describe('people already chosen for a later node', () => {
  const chosen = (rule: ApproverRule, ...now: string[]) =>
    given(world([node('a'), approve('b', rule, label)]), submits('wang', { choices: [{ node: 'b', people: ['zhao'] }] }))
      .when(does('li', { action: 'pass', choices: [{ node: 'b', people: now }] }))

  it('stay, and others come only where the node allows it', () => {
    expect(chosen(selectUser(2), 'zhao').refusal).toBeUndefined()
    expect(chosen(selectUser(2), 'sun').refusal?.code).toBe('approval.cannotRemove')
    expect(chosen(selectUser(2), 'zhao', 'sun').refusal?.code).toBe('approval.cannotAdd')
    expect(chosen(selectUser(2, { canAdd: true }), 'zhao', 'sun').waiting).toEqual(['b:zhao', 'b:sun'])
    expect(chosen(selectUser(1, { canAdd: true }), 'zhao', 'sun').refusal?.code).toBe('approval.tooMany')
    expect(chosen(selectUser(2, { canAdd: true }), 'zhao', 'stranger').refusal?.code).toBe('approval.approverLeft')
  })
})

describe('hard to decide', () => {
  const scenario = world([
    approve('judge', people('li'), { ...label, hardToDecide: 'one', mode: 'all' }),
    approve('next', people('zhao'), label),
  ])
  const hard = (reason: string): ReturnType<typeof does> => does('li', { action: 'hardToDecide', reason })

  it('goes on to the next judge with a reason, and is not a pass', () => {
    const story = given(scenario, submits('wang'))
    expect(story.may('li')).toContain('hardToDecide')
    expect(story.when(hard(' ')).refusal?.code).toBe('approval.hardReason')
    expect(story.when(hard('x'.repeat(1001))).refusal?.code).toBe('approval.hardReason')
    const on = story.when(hard('too new'))
    expect(on.waiting).toEqual(['next:zhao'])
    expect(on.document?.runs[0]?.tasks[0]?.result).toBe('hard')
    expect(on.may('zhao')).not.toContain('hardToDecide')
  })

  it('may say more than the reason', () => {
    const story = given(scenario, submits('wang'))
    expect(story.when(does('li', { action: 'hardToDecide', reason: 'too new', comment: 'x'.repeat(8001) })).refusal?.code).toBe(
      'approval.opinionTooLong',
    )
    const more = story.when(does('li', { action: 'hardToDecide', reason: 'too new', comment: ' ask the lab ' }))
    expect(more.document?.runs[0]?.tasks[0]?.comment).toBe('too new\nask the lab')
  })
})

describe('a node that asks whom a field names later', () => {
  const units = company({ wang: {}, li: {}, zhao: {}, sun: {}, qian: {}, admin: { roles: ['workflowAdmin'] } }, { own: { head: 'li' },
    rd: { head: 'zhao' }, sales: { head: 'sun' } })
  let bearing: readonly string[] = []
  const flow = defineFlow([
    approve('own', { rule: 'departmentHead', field: 'own' }, label),
    approve('bearing', { rule: 'departmentHead', field: 'items.dept' }, { ...label, mode: 'all', asksAdded: true }),
    approve('review', { rule: 'fixed', people: ['qian'] }, { ...label, manual: true }),
    approve('end', { rule: 'fixed', people: ['admin'] }, { ...label, manual: true }),
  ])
  const scenario: TestFlow = { flow, directory: units, facts: { values: (path) => (path === 'own' ? ['own'] : bearing) } }
  const atReview = () => {
    bearing = ['rd']
    return given(scenario, submits('wang'), passes('li'), passes('zhao'))
  }

  it('asks them before the next node, and then goes on behind whoever moved the row', () => {
    const review = atReview()
    bearing = ['rd', 'sales']
    const outcome = review.when(passes('qian'))
    expect(outcome.waiting).toEqual(['bearing:sun'])
    expect(outcome.when(passes('sun')).waiting).toEqual(['end:admin'])
    expect(outcome.when(passes('sun')).when(passes('admin')).document?.status).toBe('completed')
    expect(outcome.when(does('sun', { action: 'return', target: 'own' })).when(passes('li')).waiting).toEqual(['bearing:zhao',
      'bearing:sun'])
  })

  it('asks nobody who has passed in this round, nor for a department that was there', () => {
    const review = atReview()
    bearing = ['own']
    expect(review.when(passes('qian')).waiting).toEqual(['end:admin'])
    const same = atReview()
    expect(same.when(passes('qian')).waiting).toEqual(['end:admin'])
  })

  it('shows it in the preview of the document under way', () => {
    const { document } = atReview()
    bearing = ['sales']
    expect(document && preview(flow, factsOf(scenario), document).map(({ node, people }) => [node, people.map(({ id }) => id)])).toEqual([
      ['bearing', ['sun']],
      ['review', ['qian']],
      ['end', ['admin']],
    ])
  })
})

describe('a node that is decided on some terminals', () => {
  const on = (terminal: Facts['terminal']) => filed({ terminals: ['web', 'mini'], hardToDecide: 'one' }, { facts: { terminal } })

  it('refuses decisions elsewhere with the terminals in words, and offers what hands it on', () => {
    const story = on('mobile')
    expect(story.may('li')).toEqual(expect.arrayContaining(['countersign', 'transfer', 'comment']))
    for (const action of ['pass', 'refuse', 'return', 'hardToDecide']) expect(story.may('li')).not.toContain(action)
    expect(story.when(passes('li')).refusal).toMatchObject({ code: 'approval.otherTerminal',
      parameters: { terminals: '电脑网页、小程序/Computer, Mini-program' } })
  })

  it('is decided on those, and where no client calls', () => {
    expect(passing(on('web'))).toBe('completed')
    expect(passing(on('mini'))).toBe('completed')
    expect(passing(on(undefined))).toBe('completed')
  })
})
