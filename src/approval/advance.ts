import type { Block, CopyNode } from '#kernel/flow.ts'
import { addedTo, assignNode, enterAnyway, enterNode, openTask, openTasks } from './nodes/enter-node.ts'
import { isDecided } from './nodes/automatic.ts'
import { system } from './event.ts'
import { refusal } from './reason.ts'
import { ask } from './resolve/rules.ts'
import { isActive } from './directory.ts'
import { currentNodes, isComplete, isInterested, isLost, isOpen, liveRuns, neededVotes, ownTasks, runOf, taskOf } from './state.ts'
import { blockAt, branchesOf, choosesPeople, isBelow, stepsAt } from './tree.ts'
import { type BlockPath, type DocumentState, type NodeRun, type PendingReturn, type Reason, startNode, type Task } from './types.ts'
import { emit, type Execution, violation } from './execution.ts'

/** Starts the flow at its first step. */
export function startFlow(execution: Execution): void {
  if (enterSteps(execution, [], 0)) finish(execution)
}

/** Enters the approval node at a path regardless of its condition, and advances if no task in it waits for a person. */
export function enter(execution: Execution, path: BlockPath): void {
  const block = blockAt(execution.flow, path)
  if (block?.block !== 'approve') throw new Error(`There is no approval node at ${path.join('/')}`)
  if (enterAnyway(execution, block, path)) advance(execution, path)
}

/** Leaves a node and advances, or resumes at the returning node if the node was the target of a direct return. */
export function exit(execution: Execution, run: NodeRun): void {
  const pending = execution.document.returned
  emit(execution, { type: 'nodeLeft', run: run.id, node: run.node })
  if (pending?.targetRun !== run.id || pending.resume !== 'direct' || !execution.unchanged) return advance(execution, run.path)
  comeBack(execution, pending, run.node)
}

/** Resumes at the returning node. The runs that the return had closed are restored, except those of its target. */
export function comeBack(execution: Execution, pending: PendingReturn, target: string): void {
  const restored = execution.document.runs
    .filter(({ id, node, closedFrom }) =>
      pending.closed.includes(id) && node !== target && (closedFrom === 'done' || closedFrom === 'skipped')
    )
    .map(({ id }) => id)
  emit(execution, { type: 'resumed', to: pending.from, restored })
  enter(execution, pending.fromPath)
}

function advance(execution: Execution, path: BlockPath): void {
  const prefix = path.slice(0, -1)
  const here = furthest(execution.document, path)
  if (!askAdded(execution, prefix, here) || !enterSteps(execution, prefix, here + 1)) return
  if (prefix.length === 0) return finish(execution)
  const block = prefix.slice(0, -1)
  if (currentNodes(execution.document).some((run) => isBelow(run.path, block))) return
  advance(execution, block)
}

/** Index of the last done step in the sequence of a path: a node that was asked again may precede nodes already done. */
function furthest(document: DocumentState, path: BlockPath): number {
  const depth = path.length - 1
  const sequence = path.slice(0, depth)
  const done = liveRuns(document).filter(({ path: other }) =>
    other.length > depth && sequence.every((step, index) => other[index] === step)
  )
  return Math.max(path.at(-1) ?? 0, ...done.map(({ path: other }) => other[depth] ?? 0))
}

/** Asks people who were added to the fields of done nodes (`asksAdded`). Returns whether no task waits for them. */
function askAdded(execution: Execution, prefix: BlockPath, here: number): boolean {
  return stepsAt(execution.flow, prefix).slice(0, here + 1).every((block, index) => {
    if (block.block !== 'approve' || !block.asksAdded) return true
    const added = addedTo(execution, block)
    if (!added || added.assignments.length === 0) return true
    return assignNode(execution, { node: block, path: [...prefix, index], ...added, mode: 'all' })
  })
}

/** Enters steps in order. Returns whether the end of the sequence was reached without a waiting task. */
function enterSteps(execution: Execution, prefix: BlockPath, from: number): boolean {
  const steps = stepsAt(execution.flow, prefix)
  return steps.every((block, index) => index < from || enterBlock(execution, block, [...prefix, index]))
}

function enterBlock(execution: Execution, block: Block, path: BlockPath): boolean {
  if (block.block === 'approve') return enterNode(execution, block, path)
  if (block.block === 'copy') {
    copy(execution, block, path)
    return true
  }
  // enter all branches before evaluating: a branch that is done at once must not end the block
  return branchesTaken(execution, block)
    .map((branch) => enterSteps(execution, [...path, branch], 0))
    .every(Boolean)
}

function branchesTaken(execution: Execution, block: Exclude<Block, { block: 'approve' | 'copy' }>): readonly number[] {
  if (block.block === 'parallel') return block.branches.map((_, branch) => branch)
  const open = block.branches.flatMap(({ when }, branch) => (execution.facts.condition(when) ? [branch] : []))
  if (open.length === 0) return [branchesOf(block).length - 1]
  return block.block === 'exclusive' ? open.slice(0, 1) : open
}

/** Sends copies; people who have left or already have a copy are skipped. */
function copy(execution: Execution, node: CopyNode, path: BlockPath): void {
  const { facts, flow, document, stage } = execution
  if (node.when !== undefined && !facts.condition(node.when)) return
  const copied = new Set(document.copies.map(({ person }) => person))
  const { candidates } = ask(node.to, { flow, facts, document, node: node.id, stage, mirrored: [] })
  const people: { person: string; why: readonly Reason[] }[] = []
  for (const { person, why } of candidates) {
    if (copied.has(person) || !isActive(facts.directory, person)) continue
    copied.add(person)
    people.push({ person, why })
  }
  if (people.length > 0) emit(execution, { type: 'copied', source: 'node', node: node.id, path, people })
}

function finish(execution: Execution): void {
  if (needsAnother(execution) && !anotherActed(execution)) violation(execution, refusal('anotherPerson'))
  else emit(execution, { type: 'completed' })
}

/** Whether a second person is required: it moves money, its initiator chose approvers, or the initiator's approvals pass automatically. */
const needsAnother = ({ flow, document }: Execution): boolean =>
  flow.settings.movesMoney || document.initiatorApprover === 'autoPass' || choosesPeople(flow)

/** Returns whether a person without personal interest has passed in this round; a person who returned it counts once they pass. */
const anotherActed = (execution: Execution): boolean =>
  liveRuns(execution.document).some((run) =>
    run.tasks.some((task) => isDecided(task) && task.person !== system && !isInterested(execution, task.person))
  )

/** Continues after a pass or vote: back to the countersigning holder, on within the node, or out of it. */
export function completeTask(execution: Execution, taskId: string): void {
  const task = taskOf(execution.document, taskId)
  const run = task && runOf(execution.document, task.run)
  if (!run) return
  if (task.parent === undefined) completeNode(execution, run, task)
  else completeCountersign(execution, run, task.parent)
}

function completeNode(execution: Execution, run: NodeRun, { id: task, comment }: Task): void {
  if (isLost(run)) return emit(execution, { type: 'refused', run: run.id, node: run.node, task, comment })
  if (isComplete(run) || (run.mode === 'sequential' && openTasks(execution, run.id))) exit(execution, run)
}

/** Opens the task of the next person added by countersign or, when these are done, resumes their parent task. */
function completeCountersign(execution: Execution, run: NodeRun, parent: string): void {
  const added = run.tasks.filter((task) => task.parent === parent)
  const next = added.find(isOpen) ?? run.tasks.find((task) => task.id === parent)
  if (next) openTask(execution, next)
}

/** Step limit of a simulation, against infinite loops. */
const mostSteps = 5_000

/**
 * Simulates an execution to its end as if everyone passed, with the engine's own steps.
 *
 * The result has only the future events. `from` is not changed.
 */
export function simulate(from: Execution): Execution {
  const ahead: Execution = { ...from, isAhead: true, events: [], violations: [], assumed: new Set(from.assumed) }
  for (let step = 0; step < mostSteps; step += 1) {
    const run = currentNodes(ahead.document).find(({ node }) => node !== startNode)
    if (!run) return ahead
    agree(ahead, run)
  }
  throw new Error(`The way through the flow has more than ${mostSteps} steps`)
}

function agree(execution: Execution, run: NodeRun): void {
  const running = run.tasks.filter((task) => task.state === 'running')
  const task = running.find(({ person }) => !isInterested(execution, person)) ?? running[0]
  if (!task) return exit(execution, run)
  pass(execution, task)
  if (isCertain(run)) return completeTask(execution, task.id)
  execution.assumed.add(run.id)
  exit(execution, run)
}

/** Returns whether it is determined who will have passed when the node is done. */
function isCertain(run: NodeRun): boolean {
  if (typeof run.mode === 'object') return neededVotes(run) === ownTasks(run).length
  return run.mode !== 'any' || ownTasks(run).filter(isOpen).length === 1
}

const pass = (execution: Execution, task: Task): void =>
  emit(execution, { type: 'passed', run: task.run, node: task.node, task: task.id, result: 'passed' })
