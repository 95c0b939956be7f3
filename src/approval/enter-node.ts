import type { ApprovalNode } from '#kernel/flow.ts'
import { automatic } from './automatic.ts'
import { isComplete } from './completion.ts'
import { reason } from './reason.ts'
import type { Seat } from './resolve/assign.ts'
import { seatsOf } from './resolve/assignees.ts'
import { askedNow } from './added.ts'
import { openTask } from './open-task.ts'
import { ownTasks, runOf } from './state.ts'
import { approvalNode } from './tree.ts'
import type { BlockPath, NodeRun, Reason, Task } from './types.ts'
import type { Walk } from './execution.ts'
import { happen, nextVisit, trouble } from './execution.ts'

/** Enters a node if its condition holds; true when it is done at once: skipped, or completed automatically. */
export function enterNode(walk: Walk, node: ApprovalNode, path: BlockPath): boolean {
  const enters = node.when === undefined || walk.facts.condition(node.when)
  return enters ? enterAnyway(walk, node, path) : skip(walk, node, path, reason('skip.condition'))
}

/** Enters a node to which someone sent the document, whatever its condition. */
export function enterAnyway(walk: Walk, node: ApprovalNode, path: BlockPath): boolean {
  const { flow, facts, document, stage, isAhead } = walk
  const seats = seatsOf(node, { flow, facts, document, node: node.id, stage, mirrored: [], isAhead })
  if (seats.onlyInitiator) return skip(walk, node, path, reason('skip.onlyInitiator'))
  for (const problem of seats.problems) trouble(walk, problem, node.id)
  return occupyNode(walk, { node, path, seats: seats.seats, mode: seats.byAdministrators ? 'any' : node.mode, asked: askedNow(walk, node) })
}

interface Entering {
  readonly node: ApprovalNode
  readonly path: BlockPath
  readonly seats: readonly Seat[]
  readonly mode: ApprovalNode['mode']
  readonly asked: readonly string[] | undefined
}

/** Gives a node its tasks; true when it is done at once. */
export function occupyNode(walk: Walk, { node, path, seats, mode, asked }: Entering): boolean {
  const place = nextVisit(walk.document, node.id)
  happen(walk, {
    type: 'nodeEntered', ...place, node: node.id, path, veto: node.veto ?? true,
    mode, ...(asked && { asked }),
    tasks: seats.map((seat, index) => seatedTask(seat, index, { ...place, node: node.id })),
  })
  if (!openTasks(walk, place.run)) return false
  happen(walk, { type: 'nodeLeft', run: place.run, node: node.id })
  return true
}

/** Opens whatever has its turn in a node; true when it is complete and can be left. */
export function openTasks(walk: Walk, runId: string): boolean {
  passAutomatically(walk, runId)
  const run = current(walk, runId)
  if (isComplete(run)) return true
  for (const task of turns(run)) openTask(walk, task)
  return false
}

function passAutomatically(walk: Walk, runId: string): void {
  const node = approvalNode(walk.flow, current(walk, runId).node)?.block
  const seen = new Set<string>()
  for (;;) {
    const run = current(walk, runId)
    const task = turns(run).find(({ id }) => !seen.has(id))
    if (!node || !task || isComplete(run)) return
    seen.add(task.id)
    const why = automatic(walk, node, run, task)
    if (why) happen(walk, { type: 'autoPassed', run: runId, node: run.node, task: task.id, person: task.person, why })
  }
}

/** The waiting tasks that have their turn: in a sequence the next one, when nobody before it is still at it. */
function turns(run: NodeRun): readonly Task[] {
  const tasks = ownTasks(run)
  const waiting = tasks.filter((task) => task.state === 'waiting')
  if (run.mode !== 'sequential') return waiting
  return tasks.some((task) => task.state === 'running' || task.state === 'suspended') ? [] : waiting.slice(0, 1)
}

function skip(walk: Walk, node: ApprovalNode, path: BlockPath, why: Reason): true {
  const asked = askedNow(walk, node)
  happen(walk, { type: 'nodeSkipped', ...nextVisit(walk.document, node.id), node: node.id, path, why, ...(asked && { asked }) })
  return true
}

function seatedTask(seat: Seat, index: number, place: Pick<Task, 'run' | 'round' | 'visit' | 'node'>): Task {
  const { person, owner, origin, why, groups } = seat
  return { id: `${place.run}-${index}`, ...place, index, person, owner, origin, why, groups, state: 'waiting', hops: 0 }
}

function current(walk: Walk, runId: string): NodeRun {
  const run = runOf(walk.document, runId)
  if (!run) throw new Error(`There is no run ${runId}`)
  return run
}
