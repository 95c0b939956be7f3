import { system } from '../event.ts'
import { reason } from '../reason.ts'
import { type Assignment, successorOf, actsForAbsent } from '../resolve/assign.ts'
import { type DecisionContext, isExcluded } from '../resolve/interested.ts'
import { isActive } from '../resolve/superior.ts'
import { peopleOf, runOf } from '../state.ts'
import { approvalNode } from '../tree.ts'
import type { Facts, Task } from '../types.ts'
import { startNode } from '../types.ts'
import type { Execution } from '../execution.ts'
import { emit } from '../execution.ts'

/**
 * Opens a task, or resumes it. In a running document, a holder who was disabled, has left or is away is replaced first; a task already held
 * by a substitute is checked only for disabled or departed people, not for absence.
 */
export function openTask(execution: Execution, task: Task): void {
  const isLate = execution.stage === 'running' && (isAbandoned(execution.facts, task) || task.origin !== 'substitute')
  const { run, node, id, person } = (isLate ? replaceHolder(execution, task, system) : undefined) ?? task
  emit(execution, { type: 'taskOpened', run, node, task: id, person })
}

/** Returns whether the holder of a task is no longer active. A task at the start node always stays with the initiator. */
export const isAbandoned = ({ directory }: Facts, { node, person }: Task): boolean =>
  node !== startNode && person !== system && !isActive(directory, person)

/** The person who acts for an absent holder of a task; undefined if there is none. */
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
 * Hands a task over: of an inactive holder to the substitute, superior or an administrator; of an absent one to the substitute or superior.
 *
 * @returns the task with its new holder; undefined if the holder is present, or nobody may hold it
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
