import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ApprovalMode, Block, FlowSettings } from '../kernel/flow.ts'
import { approve, copy, defineFlow, exclusive, inclusive, parallel } from '../kernel/flow.ts'
import { decide, evolve, isRefusal, openTasks, preview, replay } from './engine.ts'
import type { Command } from './command.ts'
import type { Event } from './event.ts'
import { foresee } from './foresee.ts'
import { isOpen, liveRuns, waitsAtStart } from './state.ts'
import { company, factsOf } from './testing.ts'
import type { World } from './testing.ts'
import type { DocumentState, PreviewNode } from './types.ts'
import { actionNames, startNode } from './types.ts'
import { walk } from './walk.ts'

const label = { cn: '节点', en: 'Node' }
const names = ['wang', 'li', 'zhao', 'sun', 'qian'] as const
const directory = company(
  { ...Object.fromEntries(names.map((name) => [name, { departments: ['rd'] }])), admin: { roles: ['workflowAdmin'] } },
  { group: { head: 'qian' }, rd: { parent: 'group', head: 'zhao' } },
  { substitutes: { sun: 'wang' } },
)

const mode: fc.Arbitrary<ApprovalMode> = fc.constantFrom<ApprovalMode[]>('all', 'any', 'sequential', { percentage: 60 })
const condition = fc.constantFrom('yes', 'no')
const nodeShape = fc.record({
  people: fc.uniqueArray(fc.constantFrom(...names), { minLength: 1, maxLength: 3 }),
  mode, veto: fc.boolean(), manual: fc.boolean(), when: fc.option(condition, { nil: undefined }),
})
type Shape =
  | ({ kind: 'node' } & (typeof nodeShape extends fc.Arbitrary<infer N> ? N : never))
  | { kind: 'copy'; person: string }
  | { kind: 'block'; block: 'exclusive' | 'inclusive' | 'parallel'; conditions: string[]; branches: Shape[][] }

function shapes(depth: number): fc.Arbitrary<Shape[]> {
  const leaf: fc.Arbitrary<Shape> = fc.oneof(
    { weight: 5, arbitrary: nodeShape.map((node) => ({ kind: 'node' as const, ...node })) },
    { weight: 1, arbitrary: fc.constantFrom(...names).map((person) => ({ kind: 'copy' as const, person })) },
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

/** Flows of at most six nodes, nested at most twice. */
function blocks(list: readonly Shape[], counter = { nodes: 0, blocks: 0 }): Block[] {
  return list.flatMap((shape): Block[] => {
    if (shape.kind === 'block') return [blockOf(shape, counter)]
    if (shape.kind === 'copy') return [copy(`c${(counter.blocks += 1)}`, { rule: 'fixed', people: [shape.person] }, label)]
    if (counter.nodes === 6) return []
    const { people, manual, kind: _, ...rest } = shape
    return [approve(`n${(counter.nodes += 1)}`, { rule: 'fixed', people }, { ...label, ...rest, ...(manual && { manual: true as const }) })]
  })
}

function blockOf(shape: Extract<Shape, { kind: 'block' }>, counter: { nodes: number; blocks: number }): Block {
  const id = `b${(counter.blocks += 1)}`
  const [first = [], second = [], otherwise = []] = shape.branches.map((branch) => blocks(branch, counter))
  const branches = [first, second].map((steps, index) => ({ when: shape.conditions[index] ?? 'no', steps }))
  if (shape.block === 'parallel') return parallel(id, first, second)
  return (shape.block === 'exclusive' ? exclusive : inclusive)(id, branches, otherwise)
}

const settings: fc.Arbitrary<Partial<FlowSettings>> = fc.record({
  dedupe: fc.constantFrom('consecutive', 'anyEarlier', 'none'),
  initiatorApprover: fc.constantFrom('superior', 'self', 'autoPass'),
  movesMoney: fc.boolean(),
  resumeMode: fc.constantFrom('sequential', 'direct'),
})

const worlds = fc.tuple(shapes(2), settings).map(([list, chosen]): World => ({
  flow: defineFlow(blocks(list), chosen), directory, holds: ['yes'], permissions: { admin: ['abandoned'] },
  facts: { form: { abortAfterCompletion: true } },
}))

interface Roll {
  readonly action: (typeof actionNames)[number]
  readonly who: number
  readonly task: number
  readonly target: number
  readonly unchanged: boolean
}

const rolls = fc.array(
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

/** A command that has a chance: mostly on an open task, by its holder. */
function commandOf(world: World, document: DocumentState, roll: Roll, at: string): Command {
  const everyone = [...names, 'admin']
  const open = openTasks(document)
  const task = open[roll.task % Math.max(open.length, 1)]
  const nodes = [startNode, ...new Set(document.runs.map(({ node }) => node)), ...world.flow.steps.map(({ id }) => id)]
  const administers = ['reassign', 'skip', 'jump', 'forceEnd', 'void'].includes(roll.action)
  const starters = ['revoke', 'edit', 'resubmit', 'urge'].includes(roll.action)
  const by = administers ? 'admin' : starters ? 'wang' : (task?.person ?? 'li')
  const other = everyone[roll.who] ?? 'li'
  return {
    action: roll.action, by, at, comment: 'because', task: task?.id ?? '', target: nodes[roll.target % nodes.length] ?? '',
    people: [other], person: other, order: roll.unchanged ? 'any' : 'sequence', applicant: 'wang', document: 'd', form: 'leave',
    flow: 'f', reason: 'hard', unchanged: roll.unchanged, mentioned: [],
  } as Command
}

function check(document: DocumentState, events: readonly Event[]): void {
  const open = openTasks(document)
  const tasks = document.runs.flatMap((run) => run.tasks)
  expect(open.length > 0).toBe(document.status === 'inApproval')
  expect(new Set(tasks.map(({ id }) => id)).size).toBe(tasks.length)
  for (const run of document.runs) {
    const alive = run.tasks.filter(isOpen)
    if (run.state === 'running') expect(run.tasks.some(({ state }) => state === 'running')).toBe(true)
    else expect(alive).toEqual([])
    expect(new Set(alive.map(({ person }) => person)).size).toBe(alive.length)
  }
  const running = document.runs.filter(({ state }) => state === 'running')
  expect(new Set(running.map(({ node }) => node)).size).toBe(running.length)
  for (const task of tasks) if (task.state === 'suspended') {
    expect(tasks.some(({ parent, state }) => parent === task.id && state === 'running')).toBe(true)
  }
  expect(replay(events)).toEqual(document)
}

function live(world: World, steps: readonly Roll[], each: (document: DocumentState, events: readonly Event[]) => void): void {
  let document: DocumentState | undefined
  let events: Event[] = []
  const first = { action: 'resubmit', who: 0, task: 0, target: 0, unchanged: false } as const
  for (const [minute, roll] of [first, ...steps].entries()) {
    const facts = factsOf(world, minute * 40)
    const command: Command = document
      ? commandOf(world, document, roll, facts.at)
      : { action: 'submit', by: 'wang', at: facts.at, document: 'd', form: 'leave', flow: 'f', applicant: 'wang' }
    const answer = decide(world.flow, document, command, facts)
    if (isRefusal(answer)) {
      if (!document) return
      continue
    }
    events = [...events, ...answer]
    document = answer.reduce<DocumentState | undefined>(evolve, document)
    if (document) each(document, events)
  }
}

describe('whatever happens', () => {
  it('no task is lost, doubled or orphaned, and the history tells the state', () => {
    fc.assert(fc.property(worlds, rolls, (world, steps) => live(world, steps, check)), { numRuns: 700 })
  })

  it('a document completes only when every node of its way has been done, and it can always be completed', () => {
    const mending = actionNames.filter((name) => !['skip', 'jump', 'forceEnd'].includes(name))
    const orderly = rolls.map((steps) => steps.map((roll) => (mending.includes(roll.action) ? roll : { ...roll, action: 'return' as const })))
    fc.assert(fc.property(worlds, orderly, (world, steps) => {
      const way = preview(world.flow, factsOf(world), { starter: 'wang', applicant: 'wang', choices: [] })
      const nodes = way.filter(({ kind }) => kind === 'approve').map(({ node }) => node).toSorted()
      live(world, steps, (document, events) => {
        const again = events.findLast(({ type }) => type === 'started')
        if (again?.type === 'started' && again.resume === 'direct') return
        if (document.status === 'completed') expect(liveRuns(document).map(({ node }) => node).toSorted()).toEqual(nodes)
        if (document.status !== 'inApproval' || waitsAtStart(document)) return
        const ahead = foresee(walk({ flow: world.flow, facts: factsOf(world), by: 'wang', document })).document
        expect(liveRuns(ahead).map(({ node }) => node).toSorted()).toEqual(nodes)
      })
    }), { numRuns: 600 })
  })

  it('no document that moves money completes without another person having acted in that round', () => {
    fc.assert(fc.property(worlds, rolls, (world, steps) =>
      live({ ...world, flow: { ...world.flow, settings: { ...world.flow.settings, movesMoney: true } } }, steps, (document) => {
        if (document.status !== 'completed') return
        const acted = document.runs.filter(({ round, state }) => round === document.round && state === 'done').flatMap(({ tasks }) => tasks)
        expect(acted.some(({ result, person }) => result === 'passed' && person !== 'wang')).toBe(true)
      })), { numRuns: 500 })
  })
})

describe('the preview', () => {
  it('is the run when nothing changes', () => {
    fc.assert(fc.property(worlds, fc.nat(3), (world, stop) => {
      const told = preview(world.flow, factsOf(world), { starter: 'wang', applicant: 'wang', choices: [] })
      let documents: DocumentState[] = []
      const certain = told.every((node) => node.mode === 'all' || node.mode === 'sequential' || node.people.length <= 1)
      live(world, Array.from({ length: 40 }, () => ({ action: 'pass' as const, who: 0, task: certain ? stop : 0, target: 0, unchanged: false })),
        (document) => { documents = [...documents, document] })
      const last = documents.at(-1)
      if (!last || !certain) return
      expect(last.status).toBe('completed')
      expect(told.filter(({ kind }) => kind === 'approve').map(seen)).toEqual(walked(last))
      const middle = documents[Math.floor(documents.length / 2)]
      if (middle?.status === 'inApproval') {
        const ahead = preview(world.flow, factsOf(world), middle).filter(({ kind }) => kind === 'approve').map(({ node }) => node)
        const done = middle.runs.filter(({ state }) => state === 'done' || state === 'skipped').map(({ node }) => node)
        expect([...done, ...ahead].toSorted()).toEqual(last.runs.map(({ node }) => node).toSorted())
      }
    }), { numRuns: 600 })
  })
})

const seen = (node: PreviewNode) => ({
  node: node.node, skipped: node.state === 'skipped', people: node.people.map(({ id, auto }) => [id, auto !== undefined]),
})

const walked = (document: DocumentState) =>
  document.runs
    .toSorted((left, right) => comparePaths(left.path, right.path))
    .map((run) => ({
      node: run.node, skipped: run.state === 'skipped', people: run.tasks.map(({ person, result }) => [person, result === 'auto']),
    }))

function comparePaths(left: readonly number[], right: readonly number[]): number {
  const at = left.findIndex((step, depth) => step !== right[depth])
  return at < 0 ? left.length - right.length : (left[at] ?? -1) - (right[at] ?? -1)
}
