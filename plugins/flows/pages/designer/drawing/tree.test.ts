import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { approve, type Block, both, copy, defineFlow, exclusive, type Flow, initiator, parallel, role, sameAs } from '#kernel/flow.ts'
import declarations from '#resources/declarations.ts'
import { type Edits, edited, redone, undone } from '#shell/edit-history.ts'
import { addBranch, blockOf, blocksOf, branchesOf, change, changeBranch, copyOf, insert, isFork, isSound, move, moveBranch, nudge, placeOf,
  remove, removeBranch, renameStep, type Sequence, unwrap, whole, wrap } from './tree.ts'
import { rebuilt } from './testing-rebuilt.ts'

const step = (id: string, options: Partial<Parameters<typeof approve>[2]> = {}) => approve(id, initiator, { cn: id, en: id, ...options })
const ids = (flow: Flow) => JSON.stringify(flow.steps.map(shape))
const shape = (block: Block): unknown => (isFork(block) ? { [block.id]: branchesOf(block).map((steps) => steps.map(shape)) } : block.id)

const flow = defineFlow([
  step('a'),
  exclusive('x', [{ when: 'n > 1', steps: [step('b'), step('c')] }, { when: 'n > 2', steps: [step('d')] }], [step('e')]),
  step('f', { when: 'n > 3' }),
])

describe('commands', () => {
  it.each<[string, Flow, unknown]>([
    ['inserts at the beginning', insert(flow, { ...whole, index: 0 }, step('n')), ['n', 'a', { x: [['b', 'c'], ['d'], ['e']] }, 'f']],
    ['inserts in a branch', insert(flow, { fork: 'x', branch: 0, index: 1 }, step('n')), ['a', { x: [['b', 'n', 'c'], ['d'], ['e']] },
      'f']],
    ['inserts in the default branch', insert(flow, { fork: 'x', branch: 2, index: 1 }, step('n')), ['a', {
      x: [['b', 'c'], ['d'], ['e', 'n']],
    }, 'f']],
    ['leaves out a place that is not there', insert(flow, { fork: 'none', branch: 0, index: 0 }, step('n')), ['a', {
      x: [['b', 'c'], ['d'], ['e']],
    }, 'f']],
    ['removes a step', remove(flow, 'c'), ['a', { x: [['b'], ['d'], ['e']] }, 'f']],
    ['removes a block with its steps', remove(flow, 'x'), ['a', 'f']],
    ['moves down within a sequence', move(flow, 'a', { ...whole, index: 3 }), [{ x: [['b', 'c'], ['d'], ['e']] }, 'f', 'a']],
    ['moves into a branch', move(flow, 'f', { fork: 'x', branch: 1, index: 0 }), ['a', { x: [['b', 'c'], ['f', 'd'], ['e']] }]],
    ['moves no block into itself', move(flow, 'x', { fork: 'x', branch: 0, index: 0 }), ['a', { x: [['b', 'c'], ['d'], ['e']] }, 'f']],
    ['moves up by one', nudge(flow, 'f', -1), ['a', 'f', { x: [['b', 'c'], ['d'], ['e']] }]],
    ['moves out of a block at its end', nudge(flow, 'c', 1),
      ['a', { x: [['b', 'c'], ['d'], ['e']] }, 'f'].toSpliced(1, 1, { x: [['b'], ['d'], ['e']] }, 'c')],
    ['moves out of a block at its beginning', nudge(flow, 'd', -1), ['a', 'd', { x: [['b', 'c'], [], ['e']] }, 'f']],
    ['does not move beyond the flow', nudge(flow, 'a', -1), ['a', { x: [['b', 'c'], ['d'], ['e']] }, 'f']],
    ['unwraps a block', unwrap(flow, 'x'), ['a', 'b', 'c', 'd', 'e', 'f']],
    ['removes a branch', removeBranch(flow, 'x', 0), ['a', { x: [['d'], ['e']] }, 'f']],
    ['replaces a block without conditions by its default branch', removeBranch(removeBranch(flow, 'x', 0), 'x', 0), ['a', 'e', 'f']],
    ['exchanges branches', moveBranch(flow, 'x', 0, 1), ['a', { x: [['d'], ['b', 'c'], ['e']] }, 'f']],
    ['moves a branch over several', moveBranch(addBranch(flow, 'x', { when: 'true', step: step('n') }), 'x', 2, 0), ['a', {
      x: [['n'], ['b', 'c'], ['d'], ['e']],
    }, 'f']],
    ['keeps the default branch the last', moveBranch(flow, 'x', 0, 2), ['a', { x: [['b', 'c'], ['d'], ['e']] }, 'f']],
    ['adds a branch before the default one', addBranch(flow, 'x', { when: 'true', step: step('n') }), ['a', {
      x: [['b', 'c'], ['d'], ['n'], ['e']],
    }, 'f']],
  ])('%s', (_, changed, expected) => {
    expect(ids(changed)).toBe(JSON.stringify(expected))
    expect(isSound(changed)).toBe(true)
  })

  it('lifts the condition of a step to the branch that it is put into', () => {
    const wrapped = blockOf(wrap(flow, 'f', { id: 'y', kind: 'exclusive', when: 'true', beside: step('n') }), 'y')
    expect(wrapped).toEqual({ block: 'exclusive', id: 'y', branches: [{ when: 'n > 3', steps: [step('f')] }], otherwise: [] })
  })

  it('puts a further step beside the one that a parallel block is made of', () => {
    const wrapped = wrap(flow, 'a', { id: 'y', kind: 'parallel', when: 'true', beside: step('n') })
    expect(blockOf(wrapped, 'y')).toEqual(parallel('y', [step('a')], [step('n')]))
    expect(ids(removeBranch(wrapped, 'y', 1))).toBe(ids(flow))
  })

  it('keeps the condition of a branch at steps that are unwrapped', () => {
    expect(blocksOf(unwrap(flow, 'x').steps).map((each) => ('when' in each ? each.when : undefined))).toEqual([undefined, 'n > 1', 'n > 1',
      'n > 2', undefined, 'n > 3'])
  })

  it('changes attributes and conditions, never an id', () => {
    const changed = change(changeBranch(flow, 'x', 1, 'n > 9'), 'a', (block) => ({ ...block, id: 'other', cn: '甲' }))
    expect(blockOf(changed, 'a')).toMatchObject({ id: 'a', cn: '甲' })
    expect(blockOf(changed, 'x')).toMatchObject({ branches: [{ when: 'n > 1' }, { when: 'n > 9' }] })
  })

  it('copies a block with ids of its own, and with rules that name them', () => {
    const block = parallel('p', [step('q')], [approve('r', sameAs('q'), { cn: 'r', en: 'r' }),
      approve('s', sameAs('a'), { cn: 's', en: 's' })])
    expect(copyOf(block, ({ id }) => `${id}2`)).toEqual(
      parallel('p2', [step('q', {}).id === 'q' ? { ...step('q'), id: 'q2' } : step('q')], [{
        ...approve('r', sameAs('q2'), { cn: 'r', en: 'r' }),
        id: 'r2',
      }, { ...approve('s', sameAs('a'), { cn: 's', en: 's' }), id: 's2' }]),
    )
  })
})

describe('undo and redo', () => {
  const start: Edits<Flow> = { past: [], content: flow, future: [] }
  it('goes back and forward, and forgets what was undone with the next change', () => {
    const [one, two] = [remove(flow, 'a'), remove(flow, 'f')]
    const changed = edited(edited(start, one), two)
    expect(undone(changed).content).toBe(one)
    expect(redone(undone(undone(changed))).content).toBe(one)
    expect(edited(undone(changed), flow).future).toEqual([])
    expect(undone(start)).toEqual(start)
    expect(redone(start)).toEqual(start)
    expect(edited(start, flow)).toBe(start)
  })
})

const shipped = declarations.flatMap(({ forms }) => forms ?? [])

it.each(shipped.map((form) => [form.key, form.flow] as const))('the flow of %s can be drawn, and stays as it is when nothing is changed',
  (_, own) => {
    expect(isSound(own)).toBe(true)
    const touched = blocksOf(own.steps).reduce((before, { id }) => change(before, id, (block) => block), own)
    expect(JSON.stringify(touched)).toBe(JSON.stringify(own))
  })

it.each(shipped.map((form) => [form.key, form.flow] as const))('steps of %s that are moved away and back leave no trace', (_, own) => {
  for (const { id } of blocksOf(own.steps)) {
    const from = placeOf(own, id)!
    expect(move(move(own, id, { ...whole, index: own.steps.length }), id, from)).toEqual(own)
  }
})

it.each(shipped.map((form) => [form.key, form.flow] as const))('the flow of %s can be drawn from nothing', (_, own) => {
  expect(rebuilt(own)).toEqual(own)
  // equal content is one version with one hash: what holds for the shipped flow under the contract of its form holds for the drawn one
})

it('gives a step the name under which a form knows it, wherever it is named', () => {
  const late = { action: 'return', to: 'a' } as const
  const named = defineFlow([step('a'), approve('b', both(sameAs('a'), initiator), { cn: 'b', en: 'b', onTimeout: late }),
    copy('c', sameAs('a'), { cn: 'c', en: 'c' })])
  expect(renameStep(named, 'a', 'cashier').steps).toMatchObject([{ id: 'cashier' }, { by: { parts: [{ node: 'cashier' }, {}] },
    onTimeout: { to: 'cashier' } }, { to: { node: 'cashier' } }])
  expect(renameStep(named, 'a', 'b')).toBe(named)
})

const flows = fc.letrec<{ block: Block; steps: Block[] }>((tie) => ({
  block: fc.oneof({ maxDepth: 3 }, fc.constant(step('s')),
    fc.tuple(tie('steps'), tie('steps')).map(([one, other]): Block => exclusive('x', [{ when: 'n > 1', steps: one }], other)),
    fc.tuple(tie('steps'), tie('steps')).map(([one, other]): Block => parallel('p', one, other))),
  steps: fc.array(tie('block'), { minLength: 1, maxLength: 3 }),
})).steps.map((steps) => {
  let count = 0
  const numbered = (block: Block): Block => {
    const id = `n${count += 1}`
    if (block.block === 'parallel') return { ...block, id, branches: block.branches.map((inner) => inner.map(numbered)) }
    return isFork(block)
      ? { ...block, id, branches: block.branches.map((branch) => ({ ...branch, steps: branch.steps.map(numbered) })),
        otherwise: block.otherwise.map(numbered) }
      : { ...block, id }
  }
  return defineFlow(steps.map(numbered))
})

it('keeps every flow sound, whatever is done to it, and undo leads back to it', () => {
  fc.assert(fc.property(flows, fc.array(fc.tuple(fc.nat(), fc.nat(), fc.nat(9)), { maxLength: 12 }), (start, commands) => {
    let count = 0
    const fresh = () => `new${count += 1}`
    let edits: Edits<Flow> = { past: [], content: start, future: [] }
    for (const [one, other, kind] of commands) edits = edited(edits, applied(edits.content, { one, other, kind, fresh }))
    for (let at = 0; at < commands.length; at += 1) edits = undone(edits)
    expect(edits.content).toBe(start)
    while (edits.future.length > 0) edits = redone(edits)
    expect(isSound(edits.content)).toBe(true)
  }))
})

interface Command {
  readonly one: number
  readonly other: number
  readonly kind: number
  fresh(): string
}

function applied(flow: Flow, { one, other, kind, fresh }: Command): Flow {
  const blocks = blocksOf(flow.steps)
  const sequences: readonly Sequence[] = [whole, ...blocks.filter(isFork).flatMap((fork) =>
    branchesOf(fork).map((_, branch) => ({
      fork: fork.id,
      branch,
    }))
  )]
  const sequence = sequences[other % sequences.length]!
  const place = { ...sequence, index: other % 3 }
  const block = blocks[one % Math.max(blocks.length, 1)]
  if (!block || kind === 0) return insert(flow, place, step(fresh()))
  const forks = ['exclusive', 'inclusive', 'parallel'] as const
  const commands = [
    () => remove(flow, block.id),
    () => move(flow, block.id, place),
    () => nudge(flow, block.id, other % 2 === 0 ? 1 : -1),
    () => wrap(flow, block.id, { id: fresh(), kind: forks[other % 3]!, when: 'true', beside: step(fresh()) }),
    () => unwrap(flow, block.id),
    () => insert(flow, place, copyOf(block, fresh)),
    () => removeBranch(flow, block.id, other % 3),
    () => (isFork(block) ? addBranch(flow, block.id, { when: 'true', step: step(fresh()) }) : flow),
    () => change(flow, block.id, (each) => (each.block === 'approve' ? { ...each, by: role('x') } : each)),
  ]
  return commands[kind - 1]!()
}
