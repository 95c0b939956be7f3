import { system } from '../event.ts'
import { reason } from '../reason.ts'
import { successorOf } from '../resolve/assign.ts'
import { isActive } from '../resolve/superior.ts'
import { peopleOf, runOf } from '../state.ts'
import type { Facts, Task } from '../types.ts'
import { startNode } from '../types.ts'
import type { Execution } from '../execution.ts'
import { emit } from '../execution.ts'

/** A task has its turn, or has it again. Under way, a holder who was disabled or has left since is replaced first. */
export function openTask(execution: Execution, task: Task): void {
  const isLate = execution.stage === 'running' && isAbandoned(execution.facts, task)
  const { run, node, id, person } = (isLate ? replaceHolder(execution, task, system) : undefined) ?? task
  emit(execution, { type: 'taskOpened', run, node, task: id, person })
}

/** Returns whether a person holds the task who cannot act any more. A task that waits at the start node is the initiator's alone. */
export const isAbandoned = ({ directory }: Facts, { node, person }: Task): boolean =>
  node !== startNode && person !== system && !isActive(directory, person)

/**
 * The stand-in, the superior or an administrator takes the task over.
 *
 * @returns the task with its new holder; undefined where nobody is left who may hold it
 */
export function replaceHolder(execution: Execution, task: Task, by: string): Task | undefined {
  const { flow, facts, document } = execution
  const run = runOf(document, task.run)
  const question = { flow, facts, document, node: task.node, stage: 'running', mirrored: [] } as const
  const successor = successorOf(question, { person: task.person, why: [] }, run && [...peopleOf(run)])
  if (!successor) return undefined
  const { person, origin, why: [why = reason('reason.goneToAdmin')] } = successor
  emit(execution, { type: 'transferred', run: task.run, node: task.node, task: task.id, from: task.person, to: person, origin, why }, by)
  return { ...task, person }
}
