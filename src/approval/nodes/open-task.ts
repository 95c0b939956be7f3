import { system } from '../event.ts'
import { reason } from '../reason.ts'
import { type Assignment, successorOf } from '../resolve/assign.ts'
import { type DecisionContext, isExcluded } from '../resolve/interested.ts'
import { actsForAbsent } from '../resolve/substitute.ts'
import { isActive } from '../resolve/superior.ts'
import { peopleOf, runOf } from '../state.ts'
import { approvalNode } from '../tree.ts'
import type { Facts, Task } from '../types.ts'
import { startNode } from '../types.ts'
import type { Execution } from '../execution.ts'
import { emit } from '../execution.ts'

/**
 * A task has its turn, or has it again. Under way, a holder who was disabled, has left or went away since is replaced first; a substitute is
 * the last who was there when the task was given.
 */
export function openTask(execution: Execution, task: Task): void {
  const isLate = execution.stage === 'running' && (isAbandoned(execution.facts, task) || task.origin !== 'substitute')
  const { run, node, id, person } = (isLate ? replaceHolder(execution, task, system) : undefined) ?? task
  emit(execution, { type: 'taskOpened', run, node, task: id, person })
}

/** Returns whether a person holds the task who cannot act any more. A task that waits at the start node is the initiator's alone. */
export const isAbandoned = ({ directory }: Facts, { node, person }: Task): boolean =>
  node !== startNode && person !== system && !isActive(directory, person)

/** The person who acts for the holder of a task who is away now, if somebody may. */
export function actsForHolder({ flow, facts, document }: DecisionContext, task: Pick<Task, 'node' | 'run' | 'person'>):
  | Pick<Assignment, 'person' | 'origin' | 'why'>
  | undefined {
  const node = approvalNode(flow, task.node)?.block
  const run = runOf(document, task.run)
  if (!node || !run) return undefined
  const present = peopleOf(run)
  const acting = actsForAbsent(facts.directory, task.person,
    (other) => present.has(other) || isExcluded(node, { flow, facts, document }, other))
  return acting && { person: acting.person, origin: 'substitute', why: [acting.why] }
}

/**
 * The stand-in, the superior or an administrator takes over the task of somebody who is gone, a stand-in or the superior that of somebody
 * who is away.
 *
 * @returns the task with its new holder; undefined where its holder is there, or nobody is left who may hold it
 */
export function replaceHolder(execution: Execution, task: Task, by: string): Task | undefined {
  const { flow, facts, document } = execution
  const run = runOf(document, task.run)
  const question = { flow, facts, document, node: task.node, stage: 'running', mirrored: [] } as const
  const successor = isAbandoned(facts, task)
    ? successorOf(question, { person: task.person, why: [] }, run && [...peopleOf(run)])
    : actsForHolder(execution, task)
  if (!successor) return undefined
  const { person, origin, why: [why = reason('reason.goneToAdmin')] } = successor
  emit(execution, { type: 'transferred', run: task.run, node: task.node, task: task.id, from: task.person, to: person, origin, why }, by)
  return { ...task, person }
}
