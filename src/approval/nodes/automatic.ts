import type { ApprovalNode, Block, Flow } from '#kernel/flow.ts'
import { reason } from '../reason.ts'
import { keepsInterested } from '../resolve/interested.ts'
import { agreed, isInterested, liveRuns, ownTasks } from '../state.ts'
import { type BlockPath, type DocumentState, type Facts, type NodeRun, type Reason, startNode, type Task } from '../types.ts'
import type { Execution } from '../execution.ts'
import { branchesOf, comparePaths, inOtherBranch, stepsAt } from '../tree.ts'

type Conditions = Pick<Facts, 'condition'>

/** The check list items of a node that apply to this document. */
export const checksOf = ({ checkList = [] }: Pick<ApprovalNode, 'checkList'>, { condition }: Conditions) =>
  checkList.filter(({ when }) => when === undefined || condition(when))

/** The texts that an opinion at a node has to contain for this document. */
export const markersOf = ({ opinionMustContain = [] }: Pick<ApprovalNode, 'opinionMustContain'>,
  { condition }: Conditions): readonly string[] =>
  opinionMustContain.flatMap((marker) => (typeof marker === 'string' ? [marker] : condition(marker.when) ? [marker.text] : []))

/** The reason why a task passes automatically when it becomes due; undefined if it does not. */
export function automatic(execution: Execution, node: ApprovalNode, run: NodeRun, task: Task): Reason | undefined {
  if (execution.document.returned?.targetRun === run.id) return undefined
  if (stands(execution, node, task)) return unchangedSince
  if (asksPerson(node, execution.facts)) return undefined
  return approvedBefore(execution, run, task) ?? initiatorsOwn(execution, node, task)
}

/** Reason: the pass before the return still counts, because none of the fields shown to the approver changed. */
const unchangedSince = reason('auto.unchanged')

/**
 * Returns whether a pass from before the last return still counts, because none of the fields shown to the approver changed since. A pass
 * by the task's owner or substitute counts too.
 */
function stands({ flow, facts, document }: Execution, node: ApprovalNode, task: Task): boolean {
  if (flow.settings.again !== 'changed' || facts.standsAt?.(node.id) !== true) return false
  const before = closedByReturn(document).findLast((run) => run.node === node.id && ownTasks(run).some(isDecided))
  return before !== undefined &&
    ownTasks(before).some((known) => isDecided(known) && sidesOf(known).some((person) => sidesOf(task).includes(person)))
}

/** Runs that a return closed, in this round or in the previous one if the document was filed again. */
function closedByReturn({ round, runs }: DocumentState): readonly NodeRun[] {
  const isFiledAgain = runs.some((run) =>
    run.node === startNode && run.round === round - 1 &&
    run.tasks.some(({ result }) => result === 'passed')
  )
  return runs.filter((run) => run.closedFrom !== undefined && (run.round === round || (isFiledAgain && run.round === round - 1)))
}

/** Returns whether a task was passed manually, or automatically because of an earlier pass that still counts. */
export const isDecided = ({ result, why }: Task): boolean =>
  result === 'passed' || (result === 'auto' && why.some(({ code }) => code === unchangedSince.code))

const sidesOf = ({ person, owner }: Task): readonly string[] => (owner === undefined ? [person] : [person, owner])

/** Returns whether a node requires input, so that it cannot pass automatically. */
export function asksPerson(node: ApprovalNode, facts: Facts): boolean {
  const listed = [node.edits ?? [], checksOf(node, facts), markersOf(node, facts)].some((list) => list.length > 0)
  if (listed || isForItself(node)) return true
  return opinionIsRequired(node, facts) || (facts.inputAt?.(node.id) ?? false)
}

/** Nodes that always need a decision of their own; service tasks always have to be carried out. */
const isForItself = ({ manual, explains, hardToDecide, by }: ApprovalNode): boolean =>
  manual !== undefined || explains !== undefined || hardToDecide !== undefined || by.rule === 'system'

/** Returns whether the approvers of a node have to give an opinion. */
export const opinionIsRequired = (node: ApprovalNode, facts: Facts): boolean =>
  node.opinionRequired === true || (node.opinionRequired !== undefined && facts.condition(node.opinionRequired))

function approvedBefore({ flow, document, assumed }: Execution, run: NodeRun, task: Task): Reason | undefined {
  const { dedupe } = flow.settings
  if (dedupe === 'none') return undefined
  const runs = dedupe === 'consecutive' ? precedingRuns(flow, document, run.path) : earlierRuns(document, run.path)
  const known = runs.filter(({ id }) => !assumed.has(id))
  const acted = known.some((before) => ownTasks(before).some((other) => hasActed(other) && other.person === task.person))
  return acted ? reason(`auto.${dedupe}`) : undefined
}

/** Returns whether a task ended with a pass that counts for its holder: not one for want of a decision in time. */
const hasActed = (task: Task): boolean => agreed(task) && !task.why.some(({ code }) => code === timedOut.code)

/** Reason: nobody decided in time. */
export const timedOut = reason('auto.timeout')

function initiatorsOwn(execution: Execution, node: ApprovalNode, task: Task): Reason | undefined {
  if (execution.document.initiatorApprover !== 'autoPass' || keepsInterested(node, execution.facts)) return undefined
  return isInterested(execution, task.person) ? reason('auto.initiator') : undefined
}

/**
 * The done runs directly before a path; before a block with branches, the last one of each branch taken.
 *
 * Determined by the tree and not by time, because branches may finish in any order.
 */
function precedingRuns(flow: Flow, document: DocumentState, path: BlockPath): readonly NodeRun[] {
  const prefix = path.slice(0, -1)
  const before = lastRuns(document, stepsAt(flow, prefix).slice(0, path.at(-1)), prefix)
  if (before.length > 0 || prefix.length === 0) return before
  return precedingRuns(flow, document, prefix.slice(0, -1))
}

/** All done runs before a path in this round. */
const earlierRuns = (document: DocumentState, path: BlockPath): readonly NodeRun[] =>
  doneRuns(document).filter((run) => comparePaths(run.path, path) < 0 && !inOtherBranch(run.path, path))

function lastRuns(document: DocumentState, steps: readonly Block[], prefix: BlockPath): readonly NodeRun[] {
  for (let index = steps.length - 1; index >= 0; index -= 1) {
    const block = steps[index]
    const runs = block ? runsIn(document, block, [...prefix, index]) : []
    if (runs.length > 0) return runs
  }
  return []
}

function runsIn(document: DocumentState, block: Block, path: BlockPath): readonly NodeRun[] {
  if (block.block === 'approve') return doneRuns(document).filter((run) => comparePaths(run.path, path) === 0)
  return branchesOf(block).flatMap((steps, branch) => lastRuns(document, steps, [...path, branch]))
}

const doneRuns = (document: DocumentState): readonly NodeRun[] => liveRuns(document).filter((run) => run.state === 'done')
