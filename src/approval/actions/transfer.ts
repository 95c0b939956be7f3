import { judgeLength } from '../nodes/opinion.ts'
import { nameOf, reason, refusal } from '../reason.ts'
import { gone } from '../resolve/assign.ts'
import { isExcluded, ownDocument } from '../resolve/interested.ts'
import { isActive } from '../directory.ts'
import { actsForHolder, openTask } from '../nodes/enter-node.ts'
import { peopleOf } from '../state.ts'
import type { Refusal, Task } from '../types.ts'
import { emit, outcome } from '../execution.ts'
import type { Situation } from './action.ts'
import { defineAction, firstReason, taskContextOf, heldTask, taskGuard, executionOf } from './action.ts'

/** Maximum number of transfers of one task. */
const mostHops = 5

/** Transfers a task to another person; the original owner stays recorded. */
export const transfer = defineAction({
  name: 'transfer',
  refuse: (attempt) =>
    firstReason(
      () => taskGuard(attempt, 'transfer'),
      () => ((heldTask(attempt)?.hops ?? 0) >= mostHops ? refusal('transferLimit') : undefined),
    ),
  check: (situation, { by, task, people, comment }) =>
    firstReason(
      () => judgeLength(comment),
      () => judgePerson(situation, task, by, people),
    ),
  decide: (situation, { by, task: id, people: [to = ''], comment, attachments, explanations }) => {
    const { task, run } = taskContextOf(situation, id)
    const execution = executionOf(situation, by)
    const why = reason('reason.transferred', { name: nameOf(situation.facts.directory, by) })
    emit(execution, {
      type: 'transferred',
      run: run.id,
      node: run.node,
      task: id,
      from: task.person,
      to,
      origin: 'transfer',
      why,
      comment,
      attachments,
      explanations,
    })
    openTask(execution, task)
    return outcome(execution)
  },
})

function judgePerson(situation: Situation, task: string, by: string, people: readonly string[]): Refusal | undefined {
  const [to, ...more] = new Set(people)
  if (to === undefined || more.length > 0) return refusal('transferOne', {}, 'people')
  if (to === by) return refusal('transferSelf', {}, 'people')
  return judgeHolder(situation, task, to)
}

/** Checks whether a person may hold a task: active, not already at its node, and without personal interest in the document. */
export function judgeHolder(situation: Situation, task: string, to: string): Refusal | undefined {
  const { directory } = situation.facts
  if (!isActive(directory, to)) return gone(situation, to)
  const { run, node } = taskContextOf(situation, task)
  if (isExcluded(node, situation, to)) return ownDocument(situation, to, 'people')
  if (peopleOf(run).has(to)) return refusal('alreadyApprover', { name: nameOf(directory, to) }, 'people')
  return judgePresent(situation, { node: node.id, run: run.id, person: to })
}

/**
 * Refuses somebody who is away while neither substitute nor superior may act for them: whoever chooses can choose another. Their substitute
 * takes the task otherwise.
 */
export function judgePresent(situation: Situation, task: Pick<Task, 'node' | 'run' | 'person'>): Refusal | undefined {
  const { directory } = situation.facts
  if (directory.substitute(task.person) === undefined) return undefined
  const acting = actsForHolder(situation, task)
  if (acting && acting.why.at(-1)?.code !== reason('reason.awayToAdmin').code) return undefined
  return refusal('approverAway', { name: nameOf(directory, task.person) }, 'people')
}
