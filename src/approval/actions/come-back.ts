import { system } from '../event.ts'
import { emit, outcome } from '../execution.ts'
import { openTask } from '../nodes/enter-node.ts'
import { forbidden, nameOf, reason, refusal } from '../reason.ts'
import { isExcluded } from '../resolve/interested.ts'
import { isActive } from '../directory.ts'
import { openTasks, peopleOf } from '../state.ts'
import type { Reason, Task } from '../types.ts'
import { defineAction, executionOf, firstReason, inState, type Situation, taskContextOf } from './action.ts'

/** Returns a task that a substitute holds but has not touched to its owner, whose absence has ended. System only. */
export const comeBack = defineAction({
  name: 'comeBack',
  refuse: (attempt) =>
    firstReason(
      () => (attempt.person === system ? undefined : forbidden()),
      () => inState(attempt, 'inApproval'),
      () => (ownerBack(attempt, attempt.task) === undefined ? refusal('notAvailable') : undefined),
    ),
  decide: (situation, { task: id }) => {
    const { task, run } = taskContextOf(situation, id)
    const owner = ownerBack(situation, id)
    if (owner === undefined) return refusal('notAvailable')
    const execution = executionOf(situation, system)
    const why = reason('reason.back', { name: nameOf(situation.facts.directory, owner) })
    emit(execution, { type: 'transferred', run: run.id, node: run.node, task: id, from: task.person, to: owner, origin: 'normal', why })
    openTask(execution, { ...task, person: owner, origin: 'normal' })
    return outcome(execution)
  },
})

/** The owner of a task that is held by another person because of their absence, if they are back and may decide. */
function ownerBack(situation: Situation, id: string | undefined): string | undefined {
  const { document, facts: { directory } } = situation
  const task = openTasks(document).find((open) => open.id === id)
  if (task?.owner === undefined || !heldForAbsence(task)) return undefined
  const { owner } = task
  const { node, run } = taskContextOf(situation, task.id)
  const isBack = isActive(directory, owner) && directory.substitute(owner) === undefined
  return isBack && !peopleOf(run).has(owner) && !isExcluded(node, situation, owner) ? owner : undefined
}

/** Returns whether a task was last handed over because of an absence; a task handed on since stays with its holder. */
const heldForAbsence = ({ origin, why }: Task): boolean => origin === 'substitute' && absences.has((why.at(-1) as Reason | undefined)?.code)

const absences: ReadonlySet<string | undefined> = new Set(
  ['reason.substitute', 'reason.awayToSuperior', 'reason.awayToAdmin'].map((code) => reason(code).code),
)
