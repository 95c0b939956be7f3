import * as fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { type ApprovalMode, type ApprovalNode, approve, type ApproverRule, type Block, defineFlow, exclusive, type Flow,
  parallel } from '#kernel/flow.ts'
import { mapNodes } from '#kernel/flow/flow-nodes.ts'
import { decide, evolve, isRefusal, openTasks } from '../engine.ts'
import { classify } from '../move/census.ts'
import { liveRuns } from '../state.ts'
import { company, factsOf, given, passes, submits, type TestFlow } from '../testing.ts'
import type { DocumentState, Task } from '../types.ts'
import { type DocumentSnapshot, faults, life, next } from './testing-faults.ts'
import { names, type Roll, runs, worlds } from './testing-random.ts'

vi.setConfig({ testTimeout: runs(1) > 1 ? 3_600_000 : 300_000 })

/** Changes applied to the steps in turn, by `kind`; 0 to 5: no change. */
type StepChange = { readonly kind: number; readonly person: number; readonly mode: ApprovalMode }

const change: fc.Arbitrary<StepChange> = fc.record({ kind: fc.nat(10), person: fc.nat(names.length - 1),
  mode: fc.constantFrom<ApprovalMode[]>('all', 'any', 'sequential') })

/** A changed version of a flow: steps removed, with other people or another mode, or preceded by a new step. */
function revised(flow: Flow, changes: readonly StepChange[]): Flow {
  let index = 0
  const steps = (blocks: readonly Block[]): Block[] =>
    blocks.flatMap((block) => {
      if (block.block === 'approve') return revisedStep(block, changes[index++], index)
      if (block.block === 'copy') return [block]
      if (block.block === 'parallel') return [{ ...block, branches: block.branches.map(steps) }]
      return [{ ...block, branches: block.branches.map((branch) => ({ ...branch, steps: steps(branch.steps) })),
        otherwise: steps(block.otherwise) }]
    })
  return { ...flow, steps: steps(flow.steps) }
}

function revisedStep(block: ApprovalNode, { kind, person, mode }: StepChange = { kind: 0, person: 0, mode: 'any' }, index = 0): Block[] {
  const by = { rule: 'fixed', people: [names[person] ?? 'li'] } as const
  const kinds: Readonly<Record<number, Block[]>> = { 6: [], 7: [{ ...block, by }], 8: [{ ...block, mode }],
    9: [approve(`x${index}`, by, { cn: '新', en: 'New' }), block] }
  return kinds[kind] ?? [block]
}

/** A pass; only passes are generated, because the test compares whose decisions count. */
const passing = (task: number): Roll => ({ action: 'pass', who: 0, task, target: 0, unchanged: false })
const passRolls = fc.array(fc.nat(4), { maxLength: 8 }).map((tasks) => tasks.map(passing))

/** Without substitutes and automatic passes: these are kept at unchanged nodes and recomputed at others. */
const plainly = (world: TestFlow): TestFlow => ({ ...world, directory: { ...world.directory, substitute: () => undefined },
  flow: { ...world.flow, settings: { ...world.flow.settings, dedupe: 'none', initiatorApprover: 'superior' } } })

const at = (document: DocumentState) => openTasks(document).map(({ node, person }) => `${node}:${person}`).toSorted()

function moveTo(world: TestFlow, { document, events }: DocumentSnapshot, to: Flow, choice: 'move' | 'restart' = 'move') {
  const command = { action: 'move', by: 'admin', at: '', to: 'g', flow: to, choice, comment: 'new version' } as const
  const answer = decide(world.flow, document, command, factsOf(world, 500))
  if (isRefusal(answer)) return undefined
  return { document: answer.reduce<DocumentState>(evolve, document), events: [...events, ...answer] }
}

/** A document filed in the new version, to which every manual pass is applied once, as soon as its task is open. */
function freshWith(world: TestFlow, before: DocumentState): DocumentSnapshot | undefined {
  const decisions = liveRuns(before).flatMap(({ node, tasks }) =>
    tasks.filter(({ result }) => result === 'passed').map(({ person }) => ({ node, person }))
  )
  const decided = (task: Task) => decisions.findIndex(({ node, person }) => node === task.node && person === task.person)
  let now = next(world, undefined, { action: 'submit', by: 'wang', at: '', document: 'd', form: 'leave', flow: 'g', applicant: 'wang' }, 0)
  for (let task = now && openTasks(now.document).find((each) => decided(each) >= 0); task && now;) {
    const passed = next(world, now, { action: 'pass', by: task.person, at: '', task: task.id, comment: 'x' }, 1)
    if (!passed) break
    decisions.splice(decided(task), 1)
    now = passed
    task = openTasks(now.document).find((each) => decided(each) >= 0)
  }
  return now
}

describe('a moved document', () => {
  it('stands where a fresh one with the same decisions stands', () => {
    let compared = 0
    fc.assert(fc.property(worlds, fc.array(change, { maxLength: 6 }), passRolls, (any, changes, rolls) => {
      const world = plainly(any)
      const last = life(world, rolls).at(-1)
      fc.pre(last?.document.status === 'inApproval')
      const target = { ...world, flow: revised(world.flow, changes) }
      const fresh = freshWith(target, last!.document)
      const moved = moveTo(world, last!, target.flow)
      fc.pre(fresh !== undefined)
      compared += 1
      expect(moved ? at(moved.document) : 'nothing left').toEqual(
        fresh?.document.status === 'completed' ? 'nothing left' : at(fresh!.document),
      )
      expect(moved ? faults(moved) : []).toEqual([])
    }), { numRuns: runs(400) })
    expect(compared).toBeGreaterThan(100)
  })

  it('keeps the laws whatever happened before, and runs to its end', () => {
    fc.assert(fc.property(worlds, fc.array(change, { maxLength: 6 }), fc.array(fc.record({
      action: fc.constantFrom('pass' as const, 'pass' as const, 'return' as const, 'countersign' as const, 'transfer' as const,
        'resubmit' as const),
      who: fc.nat(5),
      task: fc.nat(4),
      target: fc.nat(30),
      unchanged: fc.boolean(),
    }), { maxLength: 15 }), fc.boolean(), (world, changes, rolls, restarts) => {
      const last = life(world, rolls).at(-1)
      const target = { ...world, flow: revised(world.flow, changes) }
      const moved = last && moveTo(world, last, target.flow, restarts ? 'restart' : 'move')
      fc.pre(moved !== undefined)
      expect(faults(moved!)).toEqual([])
      let now: DocumentSnapshot = moved!
      for (let step = 0; step < 60 && now.document.status === 'inApproval'; step += 1) {
        const task = openTasks(now.document)[0]!
        const after = next(target, now, { action: 'pass', by: task.person, at: '', task: task.id, comment: 'x' }, 501 + step)
        if (!after) break
        now = after
        expect(faults(now)).toEqual([])
      }
    }), { numRuns: runs(200) })
  })

  it('is foretold: the class says what moving does', () => {
    fc.assert(fc.property(worlds, fc.array(change, { maxLength: 6 }), passRolls, (world, changes, rolls) => {
      const last = life(world, rolls).at(-1)
      fc.pre(last?.document.status === 'inApproval')
      const to = revised(world.flow, changes)
      const answer = classify({ from: world.flow, to, document: last!.document, facts: factsOf(world, 500) })
      const moved = moveTo(world, last!, to)
      expect(answer.class === 'impossible').toBe(moved === undefined)
      fc.pre(moved !== undefined)
      expect(answer.moved && at(answer.moved)).toEqual(at(moved!.document))
      const stays = answer.class === 'same' || answer.class === 'cosmetic'
      expect(at(moved!.document)).toEqual(stays ? at(last!.document) : at(moved!.document))
    }), { numRuns: runs(200) })
  })
})

/** The open places of a document and whether its flow has ended, found by a plain walk from the top that knows nothing of the engine. */
interface FlowPosition {
  readonly open: readonly string[]
  readonly isDone: boolean
}

type Passes = ReadonlyMap<string, readonly string[]>

/** Walks steps in order: the first that is not done holds up those behind it. */
function positionIn(steps: readonly Block[], passes: Passes): FlowPosition {
  for (const block of steps) {
    const here = block.block === 'approve' ? atStep(block, passes) : block.block === 'copy' ? done : atFork(block, passes)
    if (!here.isDone) return here
  }
  return done
}

const done: FlowPosition = { open: [], isDone: true }
const holdsNow = (when: string | undefined): boolean => when === undefined || when === 'yes'

function atStep({ id, by, mode, when }: ApprovalNode, passes: Passes): FlowPosition {
  const asked = (by as Extract<ApproverRule, { rule: 'fixed' }>).people
  const passed = (passes.get(id) ?? []).filter((person) => asked.includes(person))
  const missing = asked.filter((person) => !passed.includes(person))
  const waitsFor = (people: readonly string[], isDone: boolean): FlowPosition =>
    isDone ? done : { open: people.map((person) => `${id}:${person}`), isDone }
  if (!holdsNow(when)) return done
  if (mode === 'sequential') {
    const turn = asked.findIndex((person) => !passed.includes(person))
    return waitsFor(asked.slice(turn, turn + 1), turn < 0)
  }
  if (mode === 'any') return waitsFor(missing, passed.length > 0)
  const share = typeof mode === 'object' ? mode.percentage : 100
  return waitsFor(missing, passed.length * 100 >= asked.length * share)
}

function atFork(fork: Exclude<Block, ApprovalNode | { block: 'copy' }>, passes: Passes): FlowPosition {
  if (fork.block === 'parallel') return together(fork.branches, passes)
  const taken = fork.branches.filter(({ when }) => holdsNow(when)).map(({ steps }) => steps)
  return together(taken.length === 0 ? [fork.otherwise ?? []] : fork.block === 'exclusive' ? taken.slice(0, 1) : taken, passes)
}

function together(branches: readonly (readonly Block[])[], passes: Passes): FlowPosition {
  const each = branches.map((steps) => positionIn(steps, passes))
  return { open: each.flatMap(({ open }) => open), isDone: each.every(({ isDone }) => isDone) }
}

/** The people who passed each step by hand in this round. */
const passesOf = (document: DocumentState): Passes =>
  new Map(
    liveRuns(document).map(({ node, tasks }) => [node, tasks.filter(({ result }) => result === 'passed').map(({ person }) => person)]),
  )

/** Steps that ask people by name, the initiator not among them: the plain walk knows no other rules. */
function byName(world: TestFlow): TestFlow {
  const named = (by: ApproverRule): ApproverRule => {
    const people = by.rule === 'fixed' ? by.people.filter((person) => person !== 'wang') : []
    return { rule: 'fixed', people: people.length > 0 ? people : ['li'] }
  }
  const flow = mapNodes(world.flow, (node) => (node.block === 'copy' ? node : { ...node, by: named(node.by) }))
  return { ...world, flow: { ...flow, settings: { ...flow.settings, movesMoney: false } } }
}

describe('a plain walk through the flow', () => {
  it('finds every document where the engine has it, before and after a move', () => {
    let moves = 0
    fc.assert(fc.property(worlds, fc.array(change, { maxLength: 6 }), passRolls, (any, changes, rolls) => {
      const world = byName(plainly(any))
      for (const { document } of life(world, rolls)) {
        const { open, isDone } = positionIn(world.flow.steps, passesOf(document))
        expect([at(document), document.status === 'completed']).toEqual([open.toSorted(), isDone])
      }
      const last = life(world, rolls).at(-1)
      fc.pre(last?.document.status === 'inApproval')
      const target = byName({ ...world, flow: revised(world.flow, changes) })
      const { open, isDone } = positionIn(target.flow.steps, passesOf(last!.document))
      const moved = moveTo(world, last!, target.flow)
      expect(moved ? at(moved.document) : []).toEqual(isDone ? [] : open.toSorted())
      moves += 1
    }), { numRuns: runs(400) })
    expect(moves).toBeGreaterThan(100)
  })
})

const label = (id: string) => ({ cn: id, en: id })
const step = (id: string, people: readonly string[], more = {}) => approve(id, { rule: 'fixed', people }, { ...label(id), ...more })
const directory = company(Object.fromEntries(['wang', 'li', 'zhao', 'sun', 'qian'].map((id) => [id, {}])), {})
const flow = defineFlow([step('a', ['li']), step('b', ['zhao']), step('c', ['sun'])], { dedupe: 'none' })
const at2 = given({ flow, directory }, submits('wang'), passes('li'))

describe('the class of a document at the second of three steps', () => {
  it.each<[string, Flow, string, string]>([
    ['other names and reminders', { steps: flow.steps.map((each) => ({ ...each, cn: '名' }) as Block),
      settings: { ...flow.settings, urgeMinutes: 5 } }, 'cosmetic', 'cosmetic'],
    ['a passed step that was removed', defineFlow(flow.steps.slice(1), flow.settings), 'same', 'same'],
    ['more people where one was enough and has passed', { ...flow, steps: [step('a', ['li', 'qian']), ...flow.steps.slice(1)] }, 'same',
      'same'],
    ['another person later', { ...flow, steps: [...flow.steps.slice(0, 2), step('c', ['qian'])] }, 'ahead', 'ahead'],
    ['other hours at the open step', { ...flow, steps: [flow.steps[0]!, step('b', ['zhao'], { dueHours: 3 }), flow.steps[2]!] }, 'ahead',
      'ahead'],
    ['other hours at a passed step', { ...flow, steps: [step('a', ['li'], { dueHours: 3 }), ...flow.steps.slice(1)] }, 'same', 'same'],
    ['nothing later', defineFlow(flow.steps.slice(0, 2), flow.settings), 'ahead', 'aheadShorter'],
    ['everybody at a passed step', { ...flow, steps: [step('a', ['li', 'qian'], { mode: 'all' }), ...flow.steps.slice(1)] }, 'behind',
      'behind'],
    ['a new step before the passed one', { ...flow, steps: [step('n', ['qian']), ...flow.steps] }, 'behind', 'behind'],
    ['nobody at the open step', { ...flow, steps: [flow.steps[0]!, step('b', []), flow.steps[2]!] }, 'impossible', 'nobodyAt'],
    ['nothing left', defineFlow([flow.steps[0]!], flow.settings), 'impossible', 'nothingLeft'],
    ['a branch beside it',
      defineFlow([parallel('p', [flow.steps[0]!, flow.steps[1]!], [step('n', ['qian'])]), flow.steps[2]!], flow.settings), 'ahead',
      'ahead'],
  ])('%s', (_, to, kind, code) => {
    const answer = classify({ from: flow, to, document: at2.document!, facts: factsOf({ flow, directory }, 5) })
    expect([answer.class, answer.sentence.code]).toEqual([kind, `approval.census.${code}`])
  })

  it('a branch that would not be taken any more is kept where its conditions are the same, and left where they differ', () => {
    const branch = (when: string, other: string) =>
      defineFlow([exclusive('x', [{ when, steps: [step('a', ['li'])] }], [step(other, ['zhao'])]), step('c', ['sun'])], { dedupe: 'none' })
    const from = branch('big', 'b')
    const filed = given({ flow: from, directory, holds: ['big'] }, submits('wang'))
    const now = factsOf({ flow: from, directory })
    const under = (to: Flow) => classify({ from, to, document: filed.document!, facts: now })
    expect(under(branch('big', 'e'))).toMatchObject({ class: 'same' })
    const other = under(branch('bigger', 'b'))
    expect([other.class, at(other.moved!)]).toEqual(['ahead', ['b:zhao']])
  })
})
