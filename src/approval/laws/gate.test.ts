import * as fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { isError } from '#kernel/composition/problem.ts'
import { compile, type FeelContext, fromJson, isTrue } from '#kernel/feel/feel.ts'
import { defineFields, money, radio, toggle } from '#kernel/fields.ts'
import { approve, type ApproverRule, type Block, copy, defineFlow, exclusive, inclusive, parallel } from '#kernel/flow.ts'
import { nodesOf } from '#kernel/flow/flow-nodes.ts'
import { analyseFlow } from '#kernel/flow-analysis/analyse-flow.ts'
import { company, type TestFlow } from '../testing.ts'
import { type DocumentSnapshot, faults, life } from './testing-faults.ts'
import { type Roll, runs } from './testing-random.ts'

/** Much is tried; on a busy machine that takes its time, ms. */
vi.setConfig({ testTimeout: runs(1) > 1 ? 3_600_000 : 120_000 })

const label = { cn: '节点', en: 'Node' }
const fields = defineFields({
  amount: money({ cn: '金额', en: 'Amount', required: true, min: 0 }),
  size: radio({ cn: '大小', en: 'Size', required: true,
    options: [{ value: 's', cn: '小', en: 'Small' }, { value: 'l', cn: '大', en: 'Large' }] }),
  urgent: toggle({ cn: '加急', en: 'Urgent' }),
})
const values = fc.record({ amount: fc.constantFrom(0, 99, 100, 100.01, 500, 501, 1e6), size: fc.constantFrom('s', 'l'),
  urgent: fc.boolean() })

const conditions = fc.constantFrom('amount > 100', 'amount <= 100', 'amount > 500', 'size = "s"', 'size = "l"', 'urgent', 'not(urgent)',
  'urgent and amount >= 100')
const people = fc.constantFrom<ApproverRule[]>(
  { rule: 'fixed', people: ['li'] },
  { rule: 'fixed', people: ['zhao', 'sun'] },
  { rule: 'initiator' },
)

type Shape =
  | { kind: 'node'; by: ApproverRule; when?: string }
  | { kind: 'exclusive' | 'inclusive' | 'parallel'; whens: string[]; branches: Shape[][] }

const nodes: fc.Arbitrary<Shape> = fc.record({ kind: fc.constant('node' as const), by: people,
  when: fc.option(conditions, { nil: undefined }) })
const blockOf = (inner: fc.Arbitrary<Shape>): fc.Arbitrary<Shape> =>
  fc.record({
    kind: fc.constantFrom('exclusive' as const, 'inclusive' as const, 'parallel' as const),
    whens: fc.array(conditions, { minLength: 2, maxLength: 2 }),
    branches: fc.array(fc.array(inner, { minLength: 1, maxLength: 2 }), { minLength: 3, maxLength: 3 }),
  })
const shapes = fc.array(
  fc.oneof({ weight: 2, arbitrary: nodes }, { weight: 1,
    arbitrary: blockOf(fc.oneof({ weight: 3, arbitrary: nodes }, { weight: 1, arbitrary: blockOf(nodes) })) }),
  { minLength: 1, maxLength: 3 },
)

function stepsOf(list: readonly Shape[], next: () => string): Block[] {
  return list.map((shape): Block => {
    if (shape.kind === 'node') return approve(next(), shape.by, { ...label, when: shape.when })
    const [first = [], second = [], otherwise = []] = shape.branches.map((branch) => stepsOf(branch, next))
    if (shape.kind === 'parallel') return parallel(next(), first, second)
    const branches = [first, second].map((steps, index) => ({ when: shape.whens[index] ?? '', steps }))
    return (shape.kind === 'exclusive' ? exclusive : inclusive)(next(), branches, otherwise)
  })
}

const flows = fc.tuple(shapes, fc.boolean()).map(([list, movesMoney]) => {
  let count = 0
  return defineFlow([...stepsOf(list, () => `n${(count += 1)}`), copy('notified', { rule: 'initiator' }, label)], { movesMoney })
})

const directory = company({ wang: {}, li: {}, zhao: {}, sun: {}, admin: { roles: ['workflowAdmin'] } }, {})
const worldOf = (flow: TestFlow['flow'], value: Readonly<Record<string, unknown>>): TestFlow => {
  const context = fromJson(value) as FeelContext
  return { flow, directory, facts: { condition: (feel) => isTrue(compile(feel).evaluate(context)) } }
}
const passing: Roll = { action: 'pass', who: 0, task: 0, target: 0, unchanged: false }
const lifeOf = (world: TestFlow): readonly DocumentSnapshot[] => life(world, Array.from({ length: 30 }, () => passing))
const findingsOf = (flow: TestFlow['flow']) => analyseFlow(flow, { fields, dictionaries: () => undefined })

describe('what the gate lets through', () => {
  it('can be filed and comes to its end, whatever is entered', () => {
    let passed = 0
    fc.assert(fc.property(flows, fc.array(values, { minLength: 1, maxLength: 6 }), (flow, tries) => {
      if (findingsOf(flow).some(isError)) return
      passed += 1
      for (const value of tries) {
        const moments = lifeOf(worldOf(flow, value))
        expect(moments.at(-1)?.document.status).toBe('completed')
        expect(moments.flatMap(faults)).toEqual([])
      }
    }), { numRuns: runs(150) })
    expect(passed).toBeGreaterThan(10)
  })

  it('has no node that no document ever reaches', () => {
    const all = [0, 99.99, 100, 100.01, 499.99, 500, 500.01].flatMap((amount) =>
      ['s', 'l'].flatMap((size) => [true, false].map((urgent) => ({ amount, size, urgent })))
    )
    fc.assert(fc.property(flows, (flow) => {
      if (findingsOf(flow).length > 0) return
      const reached = new Set(
        all.flatMap((value) => lifeOf(worldOf(flow, value)).at(-1)?.document.runs ?? []).flatMap((
          { node, state },
        ) => (state === 'skipped' ? [] : [node])),
      )
      expect(nodesOf(flow).filter(({ block }) => block === 'approve').map(({ id }) => id).filter((id) => !reached.has(id))).toEqual([])
    }), { numRuns: runs(60) })
  })
})

it('what it refuses for want of another person cannot be filed with the values that it names', () => {
  const flow = defineFlow([approve('a', { rule: 'fixed', people: ['li'] }, { ...label, when: 'amount > 100' })], { movesMoney: true })
  expect(findingsOf(flow)).toMatchObject([{ counterexample: { en: 'Amount = 0' } }])
  expect(lifeOf(worldOf(flow, { amount: 0 }))).toEqual([])
  expect(lifeOf(worldOf(flow, { amount: 101 })).at(-1)?.document.status).toBe('completed')
})
