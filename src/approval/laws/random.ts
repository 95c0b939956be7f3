import * as fc from 'fast-check'
import type { ApprovalMode, Block, FlowSettings } from '../../kernel/flow.ts'
import { approve, copy, defineFlow, exclusive, inclusive, parallel } from '../../kernel/flow.ts'
import type { World } from '../testing.ts'
import { company } from '../testing.ts'
import { actionNames } from '../types.ts'

export const names = ['wang', 'li', 'zhao', 'sun', 'qian'] as const

const label = { cn: '节点', en: 'Node' }
const directory = company(
  { ...Object.fromEntries(names.map((name) => [name, { departments: ['rd'] }])), admin: { roles: ['workflowAdmin'] } },
  { group: { head: 'qian' }, rd: { parent: 'group', head: 'zhao' } },
  { substitutes: { sun: 'wang' } },
)

const condition = fc.constantFrom('yes', 'no')
const nodeShape = fc.record({
  kind: fc.constant('node' as const),
  people: fc.uniqueArray(fc.constantFrom(...names), { minLength: 1, maxLength: 3 }),
  mode: fc.constantFrom<ApprovalMode[]>('all', 'any', 'sequential', { percentage: 60 }),
  veto: fc.boolean(),
  manual: fc.constantFrom(true as const, undefined),
  when: fc.option(condition, { nil: undefined }),
})

type Shape =
  | (typeof nodeShape extends fc.Arbitrary<infer N> ? N : never)
  | { kind: 'copy'; person: string }
  | { kind: 'block'; block: 'exclusive' | 'inclusive' | 'parallel'; conditions: string[]; branches: Shape[][] }

function shapes(depth: number): fc.Arbitrary<Shape[]> {
  const leaf: fc.Arbitrary<Shape> = fc.oneof(
    { weight: 5, arbitrary: nodeShape },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('copy' as const), person: fc.constantFrom(...names) }) },
  )
  if (depth === 0) return fc.array(leaf, { minLength: 0, maxLength: 3 })
  const block: fc.Arbitrary<Shape> = fc.record({
    kind: fc.constant('block' as const),
    block: fc.constantFrom('exclusive', 'inclusive', 'parallel'),
    conditions: fc.array(condition, { minLength: 2, maxLength: 2 }),
    branches: fc.array(shapes(depth - 1), { minLength: 3, maxLength: 3 }),
  })
  return fc.array(fc.oneof({ weight: 2, arbitrary: leaf }, { weight: 1, arbitrary: block }), { minLength: 1, maxLength: 4 })
}

interface Counter {
  nodes: number
  others: number
}

const mostNodes = 6

function blocks(list: readonly Shape[], counter: Counter): Block[] {
  return list.flatMap((shape): Block[] => {
    if (shape.kind === 'block') return [blockOf(shape, counter)]
    if (shape.kind === 'copy') return [copy(`c${(counter.others += 1)}`, { rule: 'fixed', people: [shape.person] }, label)]
    if (counter.nodes === mostNodes) return []
    const { people, mode, veto, manual, when } = shape
    return [approve(`n${(counter.nodes += 1)}`, { rule: 'fixed', people }, { ...label, mode, veto, manual, when })]
  })
}

function blockOf(shape: Extract<Shape, { kind: 'block' }>, counter: Counter): Block {
  const id = `b${(counter.others += 1)}`
  const [first = [], second = [], otherwise = []] = shape.branches.map((branch) => blocks(branch, counter))
  if (shape.block === 'parallel') return parallel(id, first, second)
  const branches = [first, second].map((steps, index) => ({ when: shape.conditions[index] ?? 'no', steps }))
  return (shape.block === 'exclusive' ? exclusive : inclusive)(id, branches, otherwise)
}

const settings: fc.Arbitrary<Partial<FlowSettings>> = fc.record({
  dedupe: fc.constantFrom('consecutive', 'anyEarlier', 'none'),
  initiatorApprover: fc.constantFrom('superior', 'self', 'autoPass'),
  movesMoney: fc.boolean(),
  resumeMode: fc.constantFrom('sequential', 'direct'),
})

/** Flows of at most six nodes in any of the four modes, nested at most twice, in a small company. */
export const worlds = fc.tuple(shapes(2), settings).map(([list, chosen]): World => ({
  flow: defineFlow(blocks(list, { nodes: 0, others: 0 }), chosen),
  directory,
  holds: ['yes'],
  permissions: { admin: ['abandoned'] },
  facts: { form: { abortAfterCompletion: true } },
}))

/** Numbers that become a command once it is known what the document offers. */
export interface Roll {
  readonly action: (typeof actionNames)[number]
  readonly who: number
  readonly task: number
  readonly target: number
  readonly unchanged: boolean
}

/** Passing is common, going back and adding people not rare, everything else possible. */
export const rolls: fc.Arbitrary<Roll[]> = fc.array(
  fc.record({
    action: fc.oneof(
      { weight: 5, arbitrary: fc.constant('pass' as const) },
      { weight: 2, arbitrary: fc.constantFrom('return' as const, 'resubmit' as const, 'countersign' as const) },
      { weight: 3, arbitrary: fc.constantFrom(...actionNames) },
    ),
    who: fc.nat(5), task: fc.nat(4), target: fc.nat(30), unchanged: fc.boolean(),
  }),
  { maxLength: 25 },
)
