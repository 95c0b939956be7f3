import { describe, expect, it } from 'vitest'
import { isError } from '../composition/problem.ts'
import * as build from '../fields.ts'
import type { ApproverRule, Block, ExclusiveBlock, FlowSettings } from '../flow.ts'
import { approve, both, copy, defineFlow, departmentHead, exclusive, generalManager, inclusive, initiator, parallel, role,
  selectUser } from '../flow.ts'
import { defineForm } from '../form.ts'
import { definePlugin } from '../plugin.ts'
import { problems } from '../composition/problems.ts'
import { analyseFlow } from './analyse-flow.ts'

const label = { cn: '名', en: 'Name' }
const kinds = [{ value: '1', cn: '差旅', en: 'Travel' }, { value: '2', cn: '办公', en: 'Office' }]
const fields = build.defineFields({
  amount: build.money({ cn: '金额', en: 'Amount', required: true, min: 0 }),
  limit: build.money({ cn: '限额', en: 'Limit', required: true, min: 0 }),
  deposit: build.money({ cn: '押金', en: 'Deposit' }),
  kind: build.select({ cn: '类型', en: 'Kind', required: true, dict: 'kind' }),
  size: build.radio({ cn: '大小', en: 'Size', required: true,
    options: [{ value: 's', cn: '小', en: 'Small' }, { value: 'l', cn: '大', en: 'Large' }] }),
  urgent: build.toggle({ cn: '加急', en: 'Urgent' }),
  day: build.date({ cn: '日期', en: 'Day', required: true }),
  dept: build.department({ cn: '部门', en: 'Department', required: true }),
  tags: build.multiselect({ cn: '标签', en: 'Tags', dict: 'kind' }),
  items: build.table({
    cn: '明细',
    en: 'Items',
    required: true,
    columns: { price: build.money({ cn: '单价', en: 'Price', required: true }),
      dept: build.department({ cn: '承担部门', en: 'Bearing department', required: true }) },
  }),
})
const dictionaries = (key: string) => (key === 'kind' ? kinds : undefined)
const node = (id: string, when?: string): Block => approve(id, role('legal'), { ...label, when })
const head = node('head')

const judged = (steps: readonly Block[], settings: Partial<FlowSettings> = {}) =>
  analyseFlow(defineFlow(steps, settings), { fields, dictionaries })
const findingsOf = (steps: readonly Block[], settings: Partial<FlowSettings> = {}): string[] =>
  judged(steps, settings).map((found) =>
    `${isError(found) ? '' : 'warning '}${found.where}: ${found.text.en}${found.counterexample ? ` [${found.counterexample.en}]` : ''}`
  )
const choice = (...whens: string[]): ExclusiveBlock =>
  exclusive('x', whens.map((when, index) => ({ when, steps: [node(`n${index}`)] })), [node('rest')])
const many = (...whens: string[]) => inclusive('x', whens.map((when, index) => ({ when, steps: [node(`n${index}`)] })), [node('rest')])

describe('a sound flow', () => {
  it.each([
    ['thresholds', [head, node('vp', 'amount > 5000'), node('gm', 'amount > 50000 or kind = "2"')]],
    ['branches that divide everything', [{ ...choice('amount < 100', 'amount >= 100'), otherwise: [] }]],
    ['branches inside branches', [
      exclusive('o', [{ when: 'amount > 100', steps: [{ ...choice('amount > 500', 'kind = "1" and amount <= 500') }] }], [head,
        node('z', 'amount < 50')]),
    ]],
    ['a value of a dictionary, of options, of a list', [choice('kind = "1"'), head, node('b', 'size = "l"'),
      node('c', 'list contains(tags, "2")')]],
    ['yes or no, dates, ranges', [head, node('a', 'urgent'), node('b', 'day >= date("2026-01-01")'), node('c', 'amount in [1..5]'),
      node('d', 'amount between 7 and 9')]],
    ['one field against another', [head, node('a', 'amount < limit'), node('b', 'amount = limit')]],
    ['rows', [head, node('a', 'some i in items satisfies i.dept != dept'), node('b', 'every i in items satisfies i.price > 10'),
      node('c', 'count(items[price > 3]) > 1')]],
    ['attributes of what is referred to', [head, node('a', 'dept.company = "SZ"'), node('b', 'dept.hasBudgetDept')]],
    ['who files', [head, node('a', 'createBy.positionLevel in ("3", "4")')]],
  ])('%s', (_, steps) => expect(findingsOf(steps as Block[])).toEqual([]))
})

describe('a condition', () => {
  it('that reads what is filled in at a later step, or in a branch beside it', () => {
    const verdict = build.radio({ cn: '结论', en: 'Verdict', options: [{ value: 'y', cn: '是', en: 'Yes' }], atNode: 'check' })
    const late = (...steps: Block[]) =>
      analyseFlow(defineFlow(steps), { fields: { ...fields, verdict }, dictionaries })
        .filter(({ text }) => text.en === '“Verdict” is filled in at a later step and still empty here')
        .map((found) => [found.where, isError(found)])
    expect(late(head, node('a', 'verdict = "y"'), node('check'))).toEqual([['a › when', false]])
    expect(late(head, choice('verdict = "y"'), node('check'))).toEqual([['x › 1 › when', false]])
    expect(late(head, parallel('p', [node('check')], [node('a', 'verdict = "y"')]))).toEqual([['a › when', false]])
    expect(late(head, node('check'), node('a', 'verdict = "y"'))).toEqual([])
  })

  it('that never holds', () => {
    expect(findingsOf([head, node('a', 'amount > 5 and amount < 5')])).toEqual([
      'a › when: The condition “amount > 5 and amount < 5” never holds: nothing gets here [Amount = 0]',
    ])
    expect(findingsOf([head, node('a', 'amount < 0')])[0]).toContain('never holds')
    expect(findingsOf([head, node('a', 'kind = "9"')])[0]).toContain('never holds')
    expect(findingsOf([head, node('a', 'size in ("m", "xl")')])[0]).toContain('never holds')
  })

  it('that compares different kinds of values, even beside one that works', () => {
    expect(findingsOf([head, node('a', 'amount > 5 or kind = 1')])).toEqual([
      'a › when: “kind = 1” compares different kinds of values and never has an answer [Kind = 1 (Travel)]',
    ])
  })

  it('that has no answer where nothing was entered: worth a look', () => {
    expect(findingsOf([head, node('a', 'deposit > 5')])).toEqual([
      'warning a › when: The condition “deposit > 5” has no answer and counts as not fulfilled [Deposit = empty]',
    ])
  })

  it('that fails', () => {
    const endless = 'some a in 1..9999 satisfies some b in 1..9999 satisfies some c in 1..9999 satisfies a + b + c > amount + 99999999'
    expect(findingsOf([head, node('a', endless)])[0]).toMatch(/^a › when: The condition “.+” fails \[Amount/)
  })

  it('that calculates is not judged for certain', () => {
    expect(findingsOf([head, node('a', 'amount * 2 = 11')])).toEqual([
      'warning a › when: The condition “amount * 2 = 11” never holds: nothing gets here [Amount = 0]',
    ])
  })
})

describe('branches', () => {
  it('of which one is never taken, because an earlier one always is', () => {
    expect(findingsOf([choice('amount > 100', 'amount > 500')])).toEqual([
      'x › 2: Whenever it holds, an earlier branch holds too (here branch 1): it is never taken [Amount = 500.01]',
    ])
    expect(findingsOf([choice('amount > 500', 'amount > 100', 'amount >= 500')])[1]).toContain('x › 3: Whenever')
  })

  it('of which two hold at once: the first is taken, worth a look; in an inclusive block that is meant', () => {
    expect(findingsOf([choice('amount > 500', 'kind = "1"')])).toEqual([
      'warning x › 2: Holds together with branch 1, which is taken then [Amount = 500.01, Kind = 1 (Travel)]',
    ])
    expect(findingsOf([many('amount > 500', 'kind = "1"')])).toEqual([])
  })

  it('none of which holds: refused without a default branch, told with an empty one', () => {
    const gap = { ...choice('amount > 500', 'amount < 500'), otherwise: [] }
    expect(findingsOf([head, gap])).toEqual([
      'warning x › otherwise: No branch holds and the default branch is empty: nobody has anything to do [Amount = 500]',
    ])
    const { otherwise: _, ...bare } = gap
    expect(findingsOf([head, bare as ExclusiveBlock])).toEqual(['x › otherwise: The default branch is missing [Amount = 500]'])
    const { otherwise: __, ...whole } = choice('amount > 500', 'amount <= 500')
    expect(findingsOf([head, whole as ExclusiveBlock])).toEqual(['x › otherwise: The default branch is missing'])
    expect(findingsOf([head, { ...many('amount > 500'), otherwise: [] }])[0]).toContain('warning x › otherwise')
  })

  it('that exclude what is asked for inside them', () => {
    const outer = (...steps: Block[]) => exclusive('o', [{ when: 'amount > 100', steps }], [head])
    expect(findingsOf([outer(node('a', 'amount < 50')), node('b')])).toEqual([
      'a › when: What leads here excludes what is asked for here: nothing gets here',
    ])
    expect(findingsOf([outer(choice('kind = "1"', 'amount < 50'))])).toEqual([
      'warning x › 2: Holds together with branch 1, which is taken then [Kind = 1 (Travel), Amount = 0]',
      'x › 2: What leads here excludes what is asked for here: nothing gets here',
    ])
    expect(findingsOf([exclusive('o', [{ when: 'amount > 100', steps: [head] }], [node('a', 'amount > 200')]), node('b')])).toEqual([
      'a › when: What leads here excludes what is asked for here: nothing gets here',
    ])
  })

  it('that leave nothing to the default one: worth a look', () => {
    expect(findingsOf([choice('amount < 100', 'amount >= 100')])).toEqual([
      'warning x › otherwise: One of the branches always holds: the default branch is never taken',
    ])
  })

  it('that lead nowhere', () => {
    expect(findingsOf([head, exclusive('x', [{ when: 'amount > 1', steps: [] }], [])])).toEqual([
      'x › 1: The branch is a dead end: nothing happens in it',
    ])
  })
})

describe('a document that nobody else sees', () => {
  const money = { movesMoney: true }

  it('is refused where it moves money, with the values', () => {
    expect(findingsOf([node('a', 'amount > 100'), node('b', 'kind = "1"')], money)).toEqual([
      ': Nobody but the initiator approves [Amount = 0, Kind = 2 (Office)]',
    ])
    expect(findingsOf([approve('a', initiator, label), node('b', 'urgent')], money)).toEqual([
      ': Nobody but the initiator approves [Urgent = no]',
    ])
    expect(findingsOf([approve('a', selectUser(3), { ...label, when: 'urgent' })])[0]).toBe(
      ': Nobody but the initiator approves [Urgent = no]',
    )
  })

  it('is told otherwise', () => {
    expect(findingsOf([node('a', 'urgent')])).toEqual(['warning : Nobody but the initiator approves [Urgent = no]'])
  })

  it('is none where somebody always is', () => {
    expect(findingsOf([node('a', 'urgent'), node('b', 'urgent = false')], money)).toEqual([])
    expect(findingsOf([choice('urgent')], money)).toEqual([])
    expect(findingsOf([parallel('p', [node('a', 'urgent')], [node('b')])], money)).toEqual([])
    expect(
      findingsOf([choice('amount > 5', 'kind = "1"'), copy('c', initiator, label)], money).filter((line) => !line.startsWith('warning')),
    ).toEqual([])
  })
})

it('a step whose people may not see what its condition reads is told of, and its branches likewise', () => {
  const cost = build.money({ cn: '成本', en: 'Cost', visibleTo: { roles: ['cashier', 'generalManager'], nodes: ['seen'] } })
  const unseen = (steps: readonly Block[]) =>
    analyseFlow(defineFlow(steps), { fields: { ...fields, cost }, dictionaries: () => undefined })
      .filter(({ text }) => text.en === 'A condition reads “Cost”, which the approvers of this step can’t see')
      .map(({ node: id, level }) => `${level} ${id}`)
  const by = (id: string, rule: ApproverRule, when?: string) => approve(id, rule, { ...label, ...(when !== undefined && { when }) })
  expect(unseen([head, by('seen', role('other'), 'cost > 1'), by('a', role('cashier'), 'cost > 1'), by('b', generalManager, 'cost > 1')]))
    .toEqual([])
  expect(
    unseen([head, by('a', role('other'), 'cost > 1'), by('b', both(role('cashier'), departmentHead()), 'cost > 1'),
      exclusive('x', [{ when: 'cost > 2', steps: [by('c', generalManager)] }], [by('d', role('other'))])]),
  ).toEqual(['warning a', 'warning b', 'warning d'])
})

it('tries a sample where there are too many combinations, and says so', () => {
  const all = ['amount > 1', 'limit > 2', 'deposit > 3', 'kind = "1"', 'size = "s"', 'urgent', 'day > date("2026-01-01")',
    'list contains(tags, "1")', 'every i in items satisfies i.price > 4']
  const found = judged([head, node('a', `${all.join(' and ')} and amount < 1`)])
  expect(found[0]).toMatchObject({ level: 'warning', node: 'a' })
  expect(found[0]?.text.en).toContain('a sample was tried')
  expect(judged([head, node('a', `${all.join(' and ')} and amount < 1`)])).toEqual(found)
})

it('start-up refuses a flow with such a fault, and names the values in both languages', () => {
  const form = defineForm({
    key: 'small',
    ...label,
    path: '/small',
    prefix: 'XS',
    group: 'g',
    icon: 'i',
    fields,
    flow: defineFlow([head, choice('amount > 100', 'amount > 500'), node('late', 'deposit > 5')]),
  })
  const dictionary = { key: 'kind', ...label, items: kinds }
  const formGroups = [{ id: 'g', ...label, sort: 1 }]
  expect(
    problems([definePlugin({ id: 'one', forms: [form], formGroups, dictionaries: [dictionary], roles: [{ key: 'legal', ...label }] })]),
  ).toMatchObject([
    { where: 'form small › flow › x › 2',
      text: { cn: expect.stringContaining('金额 = 500.01'), en: expect.stringContaining('Amount = 500.01') } },
  ])
})
