import type { Block, CopyNode } from '#kernel/flow.ts'
import { addedTo } from './added-people.ts'
import { enterAnyway, enterNode, assignNode } from './nodes/enter-node.ts'
import { system } from './event.ts'
import { refusal } from './reason.ts'
import { ask } from './resolve/rules.ts'
import { isActive } from './resolve/superior.ts'
import { currentNodes, isInterested, liveRuns } from './state.ts'
import { blockAt, branchesOf, choosesPeople, isBelow, stepsAt } from './tree.ts'
import type { BlockPath, DocumentState, NodeRun, PendingReturn, Reason } from './types.ts'
import type { Execution } from './execution.ts'
import { emit, violation } from './execution.ts'

/** Enters the flow at its top. */
export function startFlow(execution: Execution): void {
  if (enterSteps(execution, [], 0)) finish(execution)
}

/** Enters the approval node at a path, as someone asked, and goes on from there if nothing in it waits for a person. */
export function enter(execution: Execution, path: BlockPath): void {
  const block = blockAt(execution.flow, path)
  if (block?.block !== 'approve') throw new Error(`There is no approval node at ${path.join('/')}`)
  if (enterAnyway(execution, block, path)) advance(execution, path)
}

/** A node is done: it is left, and the document goes on behind it, or straight back to whoever returned it. */
export function exit(execution: Execution, run: NodeRun): void {
  const pending = execution.document.returned
  emit(execution, { type: 'nodeLeft', run: run.id, node: run.node })
  if (pending?.targetRun !== run.id || pending.resume !== 'direct' || !execution.unchanged) return advance(execution, run.path)
  comeBack(execution, pending, run.node)
}

/** Straight back to whoever returned it: what lay between counts again, without the target of the return itself. */
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

/** The progress of its sequence: a node that was asked once more lies before others that are done. */
function furthest(document: DocumentState, path: BlockPath): number {
  const depth = path.length - 1
  const sequence = path.slice(0, depth)
  const done = liveRuns(document).filter(({ path: other }) =>
    other.length > depth && sequence.every((step, index) => other[index] === step)
  )
  return Math.max(path.at(-1) ?? 0, ...done.map(({ path: other }) => other[depth] ?? 0))
}

/** Asks whom the nodes behind the document name only now; whether nobody has to act for that. */
function askAdded(execution: Execution, prefix: BlockPath, here: number): boolean {
  return stepsAt(execution.flow, prefix).slice(0, here + 1).every((block, index) => {
    if (block.block !== 'approve' || !block.asksAdded) return true
    const added = addedTo(execution, block)
    if (!added || added.assignments.length === 0) return true
    return assignNode(execution, { node: block, path: [...prefix, index], ...added, mode: 'all' })
  })
}

/** Returns whether the end of the sequence was reached with nothing waiting. */
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
  // Every branch is entered before any answer counts: a branch that is done at once must not end the block.
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

/** Sends copies to people who need not act; those who have left or have a copy already are passed over. */
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

/** A document that moves money, or whose approvers its initiator chose or is spared as, needs another person. */
const needsAnother = ({ flow, document }: Execution): boolean =>
  flow.settings.movesMoney || document.initiatorApprover === 'autoPass' || choosesPeople(flow)

/** Returns whether someone whose own matter it is not has agreed in this round; a person who sent it back counts by agreeing later. */
const anotherActed = (execution: Execution): boolean =>
  liveRuns(execution.document).some((run) =>
    run.tasks.some((task) => task.result === 'passed' && task.person !== system && !isInterested(execution, task.person))
  )
