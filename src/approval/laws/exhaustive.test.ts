import { describe, expect, it, vi } from 'vitest'
import { approve, type ApproverRule, type Block, defineFlow, exclusive, inclusive, parallel } from '#kernel/flow.ts'
import { nodesOf } from '#kernel/flow/flow-nodes.ts'
import type { Command } from '../command.ts'
import { openTasks, targetsOf } from '../engine.ts'
import { company, factsOf, type TestFlow } from '../testing.ts'
import type { Task } from '../types.ts'
import { type DocumentSnapshot, faults, next } from './testing-faults.ts'

const label = { cn: '节点', en: 'Node' }
const directory = company({
  wang: {},
  li: { roles: ['accountant'], scopeDepartments: ['d1'] },
  zhao: { roles: ['accountant'], scopeDepartments: ['d1', 'd2'] },
  sun: { roles: ['accountant'], scopeDepartments: ['d2'] },
  admin: { roles: ['workflowAdmin'] },
}, {})
const values = { dept: ['d1', 'd2'] }
const people = (...ids: string[]): ApproverRule => ({ rule: 'fixed', people: ids })
const node = (id: string, ids: string[], more = {}): Block => approve(id, people(...ids), { ...label, ...more })

const flows: Record<string, Block[]> = {
  'two nodes': [node('a', ['li']), node('b', ['zhao'])],
  'everyone, then one of two': [node('a', ['li', 'zhao'], { mode: 'all' }), node('b', ['zhao', 'sun'])],
  'in turn': [node('a', ['li', 'zhao'], { mode: 'sequential' }), node('b', ['li'])],
  'a vote': [node('a', ['li', 'zhao', 'sun'], { mode: { percentage: 60 }, veto: false })],
  'side by side': [parallel('p', [node('a', ['li']), node('b', ['zhao'])], [node('c', ['sun'])]), node('d', ['li'])],
  'one of each group': [approve('a', { rule: 'role', role: 'accountant', scope: 'dept' }, label), node('b', ['li'])],
  'hard to decide': [node('a', ['li', 'zhao'], { hardToDecide: 'one' }), node('b', ['sun'], { hardToDecide: 'two' })],
  'nested': [exclusive('x', [{ when: 'yes', steps: [inclusive('i', [
    { when: 'yes', steps: [node('a', ['li'])] },
    { when: 'yes', steps: [node('b', ['zhao'])] },
  ])] }]), node('c', ['sun'])],
}

/** Timeout in ms: the search takes long on a busy machine. */
vi.setConfig({ testTimeout: 120_000 })

/** Depth of the search with common commands, and with all commands. */
const deep = 6
const wide = 3

/** The common commands that are plausible at this point. */
function choices(world: TestFlow, { document }: DocumentSnapshot): readonly Command[] {
  const common = { at: '', comment: 'because' }
  const onTask = (task: Task): Command[] => [
    { ...common, action: 'pass', by: task.person, task: task.id },
    { ...common, action: 'refuse', by: task.person, task: task.id },
    { ...common, action: 'countersign', by: task.person, task: task.id, people: ['admin'], order: 'any' },
    { ...common, action: 'cancelCountersign', by: task.person, task: task.parent ?? task.id },
    ...targetsOf(document, world.flow, { person: task.person, task: task.id }, factsOf(world)).map(
      ({ node: target }): Command => ({ ...common, action: 'return', by: task.person, task: task.id, target }),
    ),
    { ...common, action: 'skip', by: 'admin', task: task.id },
  ]
  return [
    ...openTasks(document).flatMap(onTask),
    { ...common, action: 'resubmit', by: 'wang', flow: 'f', applicant: 'wang', unchanged: true },
    { ...common, action: 'revoke', by: 'wang' },
  ]
}

/** Further, rarer commands. */
function rarer(world: TestFlow, { document }: DocumentSnapshot): readonly Command[] {
  const common = { at: '', comment: 'because' }
  return [
    ...openTasks(document).flatMap((task): Command[] => [
      { ...common, action: 'transfer', by: task.person, task: task.id, people: ['admin'] },
      { ...common, action: 'hardToDecide', by: task.person, task: task.id, reason: 'hard' },
      { ...common, action: 'reassign', by: 'admin', task: task.id, person: 'zhao' },
      { ...common, action: 'countersign', by: task.person, task: task.id, people: ['admin', 'zhao'], order: 'sequence' },
    ]),
    ...approvalNodes(world).map((target): Command => ({ ...common, action: 'jump', by: 'admin', target })),
    { ...common, action: 'resubmit', by: 'wang', flow: 'f2', applicant: 'wang' },
  ]
}

const approvalNodes = ({ flow }: TestFlow): readonly string[] => nodesOf(flow).map(({ id }) => id)

/** Fingerprint of the document's position, without times and history, to skip states already visited. */
const place = ({ document }: DocumentSnapshot): string =>
  JSON.stringify([document.status, document.returned?.fromPath, document.runs.filter(({ round }) =>
    round === document.round
  ).map(({ node: id, state, tasks }) => [id, state, tasks.map(({ person, state: held, result }) => [person, held, result])])])

function everything(world: TestFlow, depths: number, more: typeof choices = () => []): readonly DocumentSnapshot[] {
  const filed = next(world, undefined, { action: 'submit', by: 'wang', at: '', document: 'd', form: 'f', flow: 'f', applicant: 'wang' }, 0)
  const seen = new Map<string, DocumentSnapshot>()
  let edge = filed ? [filed] : []
  for (let depth = 0; depth < depths; depth += 1) {
    const fresh = edge.filter((moment) => !seen.has(place(moment)))
    for (const moment of fresh) seen.set(place(moment), moment)
    const distinct = [...new Map(fresh.map((moment) => [place(moment), moment])).values()]
    edge = distinct.flatMap((moment) =>
      [...choices(world, moment), ...more(world, moment)].flatMap((command) => next(world, moment, command, depth) ?? [])
    )
  }
  return [...seen.values()]
}

describe.each(Object.entries(flows))('every way through %s', (_, steps) => {
  const world = (resumeMode: 'sequential' | 'direct'): TestFlow => ({ flow: defineFlow(steps, { resumeMode }), directory, values,
    holds: ['yes'] })

  it.each(['sequential', 'direct'] as const)('keeps the laws, coming back %s', (resumeMode) => {
    const moments = everything(world(resumeMode), deep)
    expect(moments.length).toBeGreaterThan(20)
    expect(moments.map(({ document }) => document.status)).toEqual(
      expect.arrayContaining(['completed', 'refused', 'revoked', 'inApproval']),
    )
    expect(moments.flatMap(faults)).toEqual([])
  })

  it('keeps them whatever else is done to it', () => {
    const moments = everything(world('direct'), wide, rarer)
    expect(moments.length).toBeGreaterThan(20)
    expect(moments.flatMap(faults)).toEqual([])
  })
})
