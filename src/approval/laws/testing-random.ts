import * as fc from 'fast-check'
import type { ApprovalMode, ApproverRule, Block, FlowSettings } from '#kernel/flow.ts'
import { approve, copy, defineFlow, exclusive, inclusive, parallel } from '#kernel/flow.ts'
import type { TestFlow } from '../testing.ts'
import type { Directory } from '../directory.ts'
import { company } from '../testing.ts'
import { actionNames } from '../types.ts'

/** Runs of a property: 10,000 with `TESTS=all`. */
export const runs = (usual: number): number => (process.env['TESTS'] === 'all' ? 10_000 : usual)

export const names = ['wang', 'li', 'zhao', 'sun', 'qian'] as const
const departments = ['rd', 'sales'] as const

const label = { cn: '节点', en: 'Node' }

/** A small company with a cycle of substitutes and several people responsible for the same departments. */
const companyWithout = (gone: readonly string[]): Directory =>
  company(
    {
      ...Object.fromEntries(names.map((name, index) => [name, {
        departments: ['rd'],
        roles: ['accountant'],
        scopeDepartments: index % 3 === 0 ? 'all' : [departments[index % 2] ?? 'rd'],
        departed: gone.includes(name),
      }])),
      admin: { roles: ['workflowAdmin'] },
    },
    { group: { head: 'qian' }, rd: { parent: 'group', head: 'zhao' } },
    { substitutes: { sun: 'wang', wang: 'qian', qian: 'sun' } },
  )

const condition = fc.constantFrom('yes', 'no')
const nodeShape = fc.record({
  kind: fc.constant('node' as const),
  by: fc.oneof(
    { weight: 5,
      arbitrary: fc.uniqueArray(fc.constantFrom(...names), { minLength: 1, maxLength: 3 }).map((people): ApproverRule => ({ rule: 'fixed',
        people })
      ) },
    { weight: 1, arbitrary: fc.constantFrom<ApproverRule[]>(
      { rule: 'role', role: 'accountant', scope: 'dept' },
      { rule: 'superior', levels: 1 },
      { rule: 'initiator' },
    ) },
  ),
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
    const { by, mode, veto, manual, when } = shape
    return [approve(`n${(counter.nodes += 1)}`, by, { ...label, mode, veto, manual, when })]
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

const everyone = companyWithout([])

/** Random flows of at most six nodes in any of the four modes, nested at most twice, in a small company. */
export const worlds = fc.tuple(shapes(2), settings).map(([list, chosen]): TestFlow => ({
  flow: defineFlow(blocks(list, { nodes: 0, others: 0 }), chosen),
  directory: everyone,
  values: { dept: [...departments] },
  holds: ['yes'],
  permissions: { admin: ['abandoned'] },
  facts: { form: { abortAfterCompletion: true } },
}))

/** Random flows in which people leave the company while a document is running. */
export const changingWorlds = fc.tuple(worlds, fc.subarray(names.slice(1)), fc.nat(400)).map(([world, gone, minute]): TestFlow => ({
  ...world,
  afterwards: { minute, directory: companyWithout(gone) },
}))

/** Random numbers that are mapped to a command of the current document. */
export interface Roll {
  readonly action: (typeof actionNames)[number]
  readonly who: number
  readonly task: number
  readonly target: number
  readonly unchanged: boolean
}

/** Random steps, weighted: mostly passes, some returns and countersigns, everything else possible. */
export const rolls: fc.Arbitrary<Roll[]> = fc.array(
  fc.record({
    action: fc.oneof(
      { weight: 5, arbitrary: fc.constant('pass' as const) },
      { weight: 2,
        arbitrary: fc.constantFrom('return' as const, 'resubmit' as const, 'countersign' as const, 'transfer' as const,
          'replace' as const) },
      { weight: 3, arbitrary: fc.constantFrom(...actionNames) },
    ),
    who: fc.nat(5),
    task: fc.nat(4),
    target: fc.nat(30),
    unchanged: fc.boolean(),
  }),
  { maxLength: 25 },
)
