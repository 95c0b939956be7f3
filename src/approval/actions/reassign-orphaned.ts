import { system } from '../event.ts'
import { actsForHolder, isAbandoned, openTask, replaceHolder } from '../nodes/open-task.ts'
import { forbidden, refusal } from '../reason.ts'
import { gone } from '../resolve/assign.ts'
import { openTasks, taskOf } from '../state.ts'
import { outcome } from '../execution.ts'
import { isAdministrator, notOwn } from './administer.ts'
import type { Situation } from './action.ts'
import { defineAction, firstReason, inState, executionOf } from './action.ts'

/** Reassigns an orphaned task, whose holder was disabled, has left or is away, to the substitute, superior or an administrator. */
export const reassignOrphaned = defineAction({
  name: 'replace',
  refuse: (attempt) =>
    firstReason(
      () => (attempt.person === system || isAdministrator(attempt) ? undefined : forbidden()),
      () => notOwn(attempt),
      () => inState(attempt, 'inApproval'),
      () => (abandoned(attempt).length > 0 ? undefined : refusal('notAvailable')),
    ),
  check: (situation, { task }) => abandoned(situation).some(({ id }) => id === task) ? undefined : refusal('notAvailable'),
  decide: (situation, { by, task: id }) => {
    const task = taskOf(situation.document, id)
    if (!task) return refusal('notAvailable')
    const execution = executionOf(situation, by)
    const moved = replaceHolder(execution, task, by)
    if (!moved) return gone(situation, task.person)
    openTask(execution, moved)
    return outcome(execution)
  },
})

const abandoned = (situation: Situation) =>
  openTasks(situation.document).filter((task) => isAbandoned(situation.facts, task) || actsForHolder(situation, task) !== undefined)
