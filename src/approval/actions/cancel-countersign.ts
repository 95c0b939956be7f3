import { forbidden, refusal, taskMoved } from '../reason.ts'
import { openTask } from '../nodes/open-task.ts'
import { currentNodes, taskOf } from '../state.ts'
import type { DocumentState, Refusal, Task } from '../types.ts'
import { emit, outcome } from '../execution.ts'
import type { Attempt } from './action.ts'
import { defineAction, firstReason, inState, offered, executionOf } from './action.ts'

/** Cancels a countersign, by the person who made it, as long as none of the added people has acted. */
export const cancelCountersign = defineAction({
  name: 'cancelCountersign',
  refuse: (attempt) => {
    const task = suspendedTask(attempt)
    return firstReason(
      () => inState(attempt, 'inApproval'),
      () => (task?.person === attempt.person ? untouched(attempt.document, task) : notSuspended(attempt)),
      () => offered(attempt, 'cancelCountersign'),
    )
  },
  decide: (situation, { by, task: id }) => {
    const task = taskOf(situation.document, id)
    if (!task) return forbidden()
    const execution = executionOf(situation, by)
    emit(execution, { type: 'countersignCancelled', run: task.run, node: task.node, task: id })
    openTask(execution, task)
    return outcome(execution)
  },
})

/** The refusal: `taskMoved` if the person's countersign has already progressed, else forbidden. */
function notSuspended({ document, person, task }: Attempt): Refusal {
  const added = document.runs.some((run) => run.tasks.some(({ parent }) => parent !== undefined && parent === task))
  return added && taskOf(document, task ?? '')?.person === person ? taskMoved : forbidden()
}

function suspendedTask({ document, person, task }: Attempt): Task | undefined {
  const suspended = currentNodes(document).flatMap((run) => run.tasks.filter(({ state }) => state === 'suspended'))
  return suspended.find((candidate) => (task === undefined ? candidate.person === person : candidate.id === task))
}

function untouched(document: DocumentState, task: Task): Refusal | undefined {
  const added = document.overlay.findLast(({ parent }) => parent === task.id)?.children ?? []
  const acted = added.some((child) => taskOf(document, child)?.state === 'done')
  return acted ? refusal('countersignActed') : undefined
}
