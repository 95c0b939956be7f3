import * as fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { preview } from '../engine.ts'
import { simulate } from '../advance.ts'
import { isOwn, liveRuns, peopleOf, runOf, waitsAtStart } from '../state.ts'
import { factsOf, type TestFlow } from '../testing.ts'
import { approvalNode, comparePaths } from '../tree.ts'
import { type DocumentState, startNode } from '../types.ts'
import type { PreviewInput, PreviewNode } from '../preview/preview.ts'
import { execute } from '../execution.ts'
import { type DocumentSnapshot, faults, life } from './testing-faults.ts'
import { changingWorlds, type Roll, rolls, runs, worlds } from './testing-random.ts'

/** Timeout in ms: the property tests take long on a busy machine. */
vi.setConfig({ testTimeout: runs(1) > 1 ? 3_600_000 : 120_000 })

const draft: PreviewInput = { starter: 'wang', applicant: 'wang', choices: [] }
const wayOf = (world: TestFlow, from: PreviewInput | DocumentState = draft): readonly PreviewNode[] =>
  preview(world.flow, factsOf(world), from).filter(({ kind }) => kind === 'approve')
const nodesDone = (document: DocumentState): readonly string[] => liveRuns(document).map(({ node }) => node).toSorted()

describe('whatever happens', () => {
  it('no task is lost, doubled or orphaned, and the history tells the state', () => {
    fc.assert(fc.property(changingWorlds, rolls, (world, steps) => {
      expect(life(world, steps).flatMap(faults)).toEqual([])
    }), { numRuns: runs(450) })
  })

  it('without an administrator, no node of the way is left out, and from everywhere there is a way to the end', () => {
    fc.assert(fc.property(worlds, rolls, (world, steps) => {
      const nodes = wayOf(world).map(({ node }) => node).toSorted()
      const ends = life(world, steps.map(withoutRepair)).filter(countsWholeWay).map(({ document }) => nodesDone(endOf(world, document)))
      expect(ends).toEqual(ends.map(() => nodes))
    }), { numRuns: runs(250) })
  })

  it('nobody holds a task on their own document, except where the initiator themselves is asked', () => {
    fc.assert(fc.property(changingWorlds, rolls, (world, steps) => {
      const { flow } = world
      const strict = { ...world, flow: { ...flow, settings: { ...flow.settings, initiatorApprover: 'superior' as const } } }
      const own = life(strict, steps).flatMap(({ document }) =>
        document.runs.filter(({ node }) => decides(strict, node)).flatMap(({ tasks }) => tasks).filter(({ person }) =>
          isOwn(document, person)
        )
      )
      expect(own).toEqual([])
    }), { numRuns: runs(450) })
  })

  it('no task is opened for somebody who is gone while a workflow administrator could have it', () => {
    fc.assert(fc.property(changingWorlds, rolls, (world, steps) => {
      const moments = life(world, steps)
      const opened = moments.flatMap(({ document, events }, index) =>
        events.slice(moments[index - 1]?.events.length ?? 0)
          .flatMap((event) => (event.type === 'taskOpened' ? [{ ...event, people: peopleOf(runOf(document, event.run)!) }] : []))
      )
      const left = (person: string, at: string) =>
        world.afterwards !== undefined && at >= factsOf(world, world.afterwards.minute).at &&
        world.afterwards.directory.person(person)?.departed === true
      expect(opened.filter(({ node, person, at, people }) => node !== startNode && left(person, at) && !people.has('admin'))).toEqual([])
    }), { numRuns: runs(200) })
  })

  it('a document that moves money completes only when another person has acted in that round', () => {
    fc.assert(fc.property(changingWorlds, rolls, (world, steps) => {
      const { flow } = world
      const money = { ...world, flow: { ...flow, settings: { ...flow.settings, movesMoney: true } } }
      const alone = life(money, steps).filter(({ document }) => document.status === 'completed' && !othersActed(document))
      expect(alone).toEqual([])
    }), { numRuns: runs(350) })
  })
})

describe('the preview', () => {
  it('is the run when nothing changes, in whatever order people act', () => {
    fc.assert(fc.property(worlds, fc.nat(3), (world, task) => {
      const way = wayOf(world)
      fc.pre(way.every(isCertain))
      const last = life(world, Array.from({ length: 40 }, () => passing(task))).at(-1)?.document
      fc.pre(last !== undefined)
      expect(way.map(seen)).toEqual(last && walked(last))
    }), { numRuns: runs(250) })
  })

  it('of a document under way is what is left of the run', () => {
    fc.assert(fc.property(worlds, fc.nat(3), (world, task) => {
      fc.pre(wayOf(world).every(isCertain))
      const documents = life(world, Array.from({ length: 40 }, () => passing(task))).map(({ document }) => document)
      const running = documents.filter(({ status }) => status === 'inApproval')
      const ways = running.map((document) => [...left(document), ...wayOf(world, document).map(({ node }) => node)].toSorted())
      expect(ways).toEqual(running.map(() => nodesDone(documents.at(-1) ?? running[0] as DocumentState)))
    }), { numRuns: runs(250) })
  })
})

const decides = ({ flow }: TestFlow, node: string): boolean => (approvalNode(flow, node)?.block.by.rule ?? 'initiator') !== 'initiator'

const passing = (task: number): Roll => ({ action: 'pass', who: 0, task, target: 0, unchanged: false })

/** Returns whether it is determined in advance who will have acted at a node. */
const isCertain = ({ mode, people }: PreviewNode): boolean => mode === 'all' || mode === 'sequential' || people.length <= 1

const seen = ({ node, state, people }: PreviewNode) => ({
  node,
  skipped: state === 'skipped',
  people: people.map(({ id, auto }) => [id, auto !== undefined]),
})

const walked = (document: DocumentState) =>
  document.runs
    .toSorted((one, other) => comparePaths(one.path, other.path))
    .map(({ node, state, tasks }) => ({
      node,
      skipped: state === 'skipped',
      people: tasks.map(({ person, result }) => [person, result === 'auto']),
    }))

const left = (document: DocumentState): readonly string[] =>
  document.runs.filter(({ state }) => state === 'done' || state === 'skipped').map(({ node }) => node)

const repairs: readonly string[] = ['skip', 'jump', 'forceEnd']
const withoutRepair = (roll: Roll): Roll => (repairs.includes(roll.action) ? { ...roll, action: 'return' } : roll)

/** Returns whether the document is running or completed in a round that went through the flow from its top. */
function countsWholeWay({ document, events }: DocumentSnapshot): boolean {
  const started = events.findLast((event) => event.type === 'started')
  const alive = document.status === 'completed' || (document.status === 'inApproval' && !waitsAtStart(document))
  return alive && started?.resume === 'top'
}

const endOf = (world: TestFlow, document: DocumentState): DocumentState =>
  simulate(execute({ flow: world.flow, facts: factsOf(world), by: 'wang', document })).document

const othersActed = (document: DocumentState): boolean =>
  liveRuns(document).some(({ tasks }) => tasks.some(({ result, person }) => result === 'passed' && !isOwn(document, person)))
