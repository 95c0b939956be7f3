import type { ApprovalNode } from '#kernel/flow.ts'
import { checksOf, markersOf } from './node-requirements.ts'
import { earlierRuns, precedingRuns } from '../preceding.ts'
import { reason } from '../reason.ts'
import { keepsInterested } from '../resolve/interested.ts'
import { agreed, isInterested, ownTasks } from '../state.ts'
import type { Facts, NodeRun, Reason, Task } from '../types.ts'
import type { Execution } from '../execution.ts'

/** The reason for which a task completes by itself at its turn, if it does. */
export function automatic(execution: Execution, node: ApprovalNode, run: NodeRun, task: Task): Reason | undefined {
  if (demandsPerson(node, execution.facts) || execution.document.returned?.targetRun === run.id) return undefined
  return approvedBefore(execution, run, task) ?? initiatorsOwn(execution, node, task)
}

/** Returns whether a node asks for more than agreement, so that only a person can complete it. */
function demandsPerson(node: ApprovalNode, facts: Facts): boolean {
  const listed = [node.edits ?? [], checksOf(node, facts), markersOf(node, facts)].some((list) => list.length > 0)
  if (listed || isForItself(node)) return true
  return opinionIsRequired(node, facts) || (facts.inputAt?.(node.id) ?? false)
}

/** A node that nobody could have answered before, by its nature; what the product carries out has to be carried out. */
const isForItself = ({ manual, explains, hardToDecide, by }: ApprovalNode): boolean =>
  manual !== undefined || explains !== undefined || hardToDecide !== undefined || by.rule === 'system'

/** Returns whether the approvers of a node have to write an opinion. */
export const opinionIsRequired = (node: ApprovalNode, facts: Facts): boolean =>
  node.opinionRequired === true || (node.opinionRequired !== undefined && facts.condition(node.opinionRequired))

function approvedBefore({ flow, document, assumed }: Execution, run: NodeRun, task: Task): Reason | undefined {
  const { dedupe } = flow.settings
  if (dedupe === 'none') return undefined
  const runs = dedupe === 'consecutive' ? precedingRuns(flow, document, run.path) : earlierRuns(document, run.path)
  const known = runs.filter(({ id }) => !assumed.has(id))
  const acted = known.some((before) => ownTasks(before).some((other) => agreed(other) && other.person === task.person))
  return acted ? reason(`auto.${dedupe}`) : undefined
}

function initiatorsOwn(execution: Execution, node: ApprovalNode, task: Task): Reason | undefined {
  if (execution.document.initiatorApprover !== 'autoPass' || keepsInterested(node, execution.facts)) return undefined
  return isInterested(execution, task.person) ? reason('auto.initiator') : undefined
}
