import { judgeLength } from '../nodes/opinion.ts'
import { nameOf, reason, refusal } from '../reason.ts'
import { gone } from '../resolve/assign.ts'
import { isExcluded, ownDocument } from '../resolve/interested.ts'
import { isActive } from '../resolve/superior.ts'
import { actsForHolder, openTask } from '../nodes/open-task.ts'
import { peopleOf, taskOf } from '../state.ts'
import type { Refusal, Task } from '../types.ts'
import { emit, outcome } from '../execution.ts'
import type { Situation } from './action.ts'
import { defineAction, firstReason, taskContextOf, heldTask, taskGuard, executionOf } from './action.ts'

/** Most transfers of one task. */
const mostHops = 5

/** Hands a task to one other person; whose assignment it was stays known. */
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
    const moved = taskOf(execution.document, id)
    if (moved) openTask(execution, moved)
    return outcome(execution)
  },
})

function judgePerson(situation: Situation, task: string, by: string, people: readonly string[]): Refusal | undefined {
  const [to, ...more] = new Set(people)
  if (to === undefined || more.length > 0) return refusal('transferOne', {}, 'people')
  if (to === by) return refusal('transferSelf', {}, 'people')
  return judgeHolder(situation, task, to)
}

/** Judges whether a task can have this holder: active, not on its node already, and the document not their own to decide. */
export function judgeHolder(situation: Situation, task: string, to: string): Refusal | undefined {
  const { directory } = situation.facts
  if (!isActive(directory, to)) return gone(situation, to)
  const { run, node } = taskContextOf(situation, task)
  if (isExcluded(node, situation, to)) return ownDocument(situation, to, 'people')
  if (peopleOf(run).has(to)) return refusal('alreadyApprover', { name: nameOf(directory, to) }, 'people')
  return judgePresent(situation, { node: node.id, run: run.id, person: to })
}

/** Refuses somebody who is away while nobody may act for them; their substitute takes the task otherwise. */
export function judgePresent(situation: Situation, task: Pick<Task, 'node' | 'run' | 'person'>): Refusal | undefined {
  const { directory } = situation.facts
  if (directory.substitute(task.person) === undefined || actsForHolder(situation, task)) return undefined
  return refusal('approverAway', { name: nameOf(directory, task.person) }, 'people')
}
