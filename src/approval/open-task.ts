import { system } from './event.ts'
import { reason } from './reason.ts'
import { successorOf } from './resolve/assign.ts'
import { isActive } from './resolve/superior.ts'
import { peopleOf, runOf } from './state.ts'
import type { Facts, Task } from './types.ts'
import { startNode } from './types.ts'
import type { Walk } from './execution.ts'
import { happen } from './execution.ts'

/** A task has its turn, or has it again. Under way, a holder who was disabled or has left since is replaced first. */
export function openTask(walk: Walk, task: Task): void {
  const isLate = walk.stage === 'running' && isAbandoned(walk.facts, task)
  const { run, node, id, person } = (isLate ? replaceHolder(walk, task, system) : undefined) ?? task
  happen(walk, { type: 'taskOpened', run, node, task: id, person })
}

/** Whether a person holds the task who cannot act any more. What waits at the start node is the initiator's alone. */
export const isAbandoned = ({ directory }: Facts, { node, person }: Task): boolean =>
  node !== startNode && person !== system && !isActive(directory, person)

/**
 * T-92: the stand-in, the superior or an administrator takes the task over.
 *
 * @returns the task with its new holder; undefined where nobody is left who may hold it
 */
export function replaceHolder(walk: Walk, task: Task, by: string): Task | undefined {
  const { flow, facts, document } = walk
  const run = runOf(document, task.run)
  const question = { flow, facts, document, node: task.node, stage: 'running', mirrored: [] } as const
  const successor = successorOf(question, { person: task.person, why: [] }, run && [...peopleOf(run)])
  if (!successor) return undefined
  const { person, origin, why: [why = reason('reason.goneToAdmin')] } = successor
  happen(walk, { type: 'transferred', run: task.run, node: task.node, task: task.id, from: task.person, to: person, origin, why }, by)
  return { ...task, person }
}
