import { system } from '../event.ts'
import { outcome } from '../execution.ts'
import { endAbsence, openTask } from '../nodes/enter-node.ts'
import { forbidden, refusal } from '../reason.ts'
import { rightfulHolder } from '../resolve/absent-holders.ts'
import { openTasks } from '../state.ts'
import { defineAction, executionOf, firstReason, inState, taskContextOf } from './action.ts'

/** Returns a task that a substitute holds to the person who is back, or gives it to the substitute that they have now. System only. */
export const comeBack = defineAction({
  name: 'comeBack',
  refuse: (attempt) =>
    firstReason(
      () => (attempt.person === system ? undefined : forbidden()),
      () => inState(attempt, 'inApproval'),
      () => {
        const task = openTasks(attempt.document).find(({ id }) => id === attempt.task)
        return task && rightfulHolder(attempt, task) ? undefined : refusal('notAvailable')
      },
    ),
  decide: (situation, { task: id }) => {
    const execution = executionOf(situation, system)
    const moved = endAbsence(execution, taskContextOf(situation, id).task)
    if (!moved) return refusal('notAvailable')
    openTask(execution, moved)
    return outcome(execution)
  },
})
