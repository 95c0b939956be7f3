import type { ApprovalNode, TimeoutAction } from '#kernel/flow.ts'
import { system } from '../event.ts'
import { emit, type Execution, outcome } from '../execution.ts'
import { completeTask } from '../advance.ts'
import { asksPerson, timedOut } from '../nodes/automatic.ts'
import { openTask } from '../nodes/enter-node.ts'
import { forbidden, isRefusal, nameOf, reason, refusal, taskMoved } from '../reason.ts'
import { isExcluded } from '../resolve/interested.ts'
import { isActive, mainDepartment, superiorOf } from '../directory.ts'
import { openTasks, peopleOf } from '../state.ts'
import type { Event } from '../event.ts'
import { type Refusal, startNode, type Task } from '../types.ts'
import { returnTo } from './return.ts'
import { defineAction, executionOf, firstReason, inState, type Situation, type TaskContext, taskContextOf } from './action.ts'

/** Applies the node's `onTimeout` to an overdue task: hands it on, passes, refuses or returns it. System only. */
export const timeOut = defineAction({
  name: 'timeOut',
  refuse: (attempt) =>
    firstReason(
      () => (attempt.person === system ? undefined : forbidden()),
      () => inState(attempt, 'inApproval'),
      () => {
        const task = openTasks(attempt.document).find(({ id }) => id === attempt.task)
        return !task || task.node === startNode || task.person === system ? taskMoved : undefined
      },
    ),
  decide: (situation, { task, at }) => {
    const place = taskContextOf(situation, task)
    const { onTimeout } = place.node
    return onTimeout ? outcomes[onTimeout.action](situation, place, onTimeout as never, at) : refusal('notAvailable')
  },
})

type Outcomes = {
  readonly [Name in TimeoutAction['action']]: (situation: Situation, place: TaskContext, action: Extract<TimeoutAction, { action: Name }>,
    at: string) => Event[] | Refusal
}

const outcomes: Outcomes = {
  remind: () => refusal('notAvailable'),
  handOn: (situation, place, { to }) => handOn(situation, place, to),
  pass: (situation, place) => passOn(situation, place),
  refuse: (situation, { run, node, task }) => {
    const execution = executionOf(situation, system)
    emit(execution, { type: 'refused', run: run.id, node: node.id, task: task.id, why: missedBy(situation, task) })
    return outcome(execution)
  },
  return: (situation, { task, run }, { to: target }, at) => {
    const command = { action: 'return', by: system, at, task: task.id, target } as const
    if (run.mode !== 'any' && task.parent !== undefined) return refusal('notAvailable')
    const answer = returnTo.check?.(situation, command) ?? returnTo.decide(situation, command)
    if (isRefusal(answer)) return answer
    return answer.map((event) => (event.type === 'returned' ? { ...event, why: missedBy(situation, task) } : event))
  },
}

/** The reason for a decision of the system: the holder did not decide in time. */
const missedBy = ({ facts: { directory } }: Situation, { person }: Task) => reason('reason.missed', { name: nameOf(directory, person) })

/** Hands a task on, at most once; after that, the new holder is reminded. */
function handOn(situation: Situation, { task, run, node }: TaskContext, to: 'superior' | { readonly role: string }): Event[] | Refusal {
  const why = reason('reason.timedOut', { name: nameOf(situation.facts.directory, task.person) })
  if (task.why.some(({ code }) => code === why.code)) return refusal('notAvailable')
  const next = successor(situation, { task, node, present: peopleOf(run) }, to)
  if (next === undefined) return refusal('notAvailable')
  const execution = executionOf(situation, system)
  emit(execution, { type: 'transferred', run: run.id, node: node.id, task: task.id, from: task.person, to: next, origin: 'admin', why })
  openTask(execution, task)
  return outcome(execution)
}

function successor(situation: Situation,
  { task, node, present }: { readonly task: Task; readonly node: ApprovalNode; readonly present: ReadonlySet<string> },
  to: 'superior' | { readonly role: string }): string | undefined {
  const { directory } = situation.facts
  const isUnsuited = (person: string) => present.has(person) || !isActive(directory, person) || isExcluded(node, situation, person)
  if (to !== 'superior') return directory.holders(to.role).find(({ id }) => !isUnsuited(id))?.id
  return superiorOf(directory, task.person, mainDepartment(directory, task.person), isUnsuited)?.person
}

/** Passes a task automatically; refused where input is required, or where it would complete a document that moves money. */
function passOn(situation: Situation, { task, run, node }: TaskContext): Event[] | Refusal {
  if (asksPerson(node, situation.facts) || task.parent !== undefined) return refusal('notAvailable')
  const execution = executionOf(situation, system)
  emit(execution, { type: 'autoPassed', run: run.id, node: node.id, task: task.id, person: task.person, why: timedOut })
  completeTask(execution, task.id)
  return isMoneyDecided(execution) ? refusal('notAvailable') : outcome(execution)
}

const isMoneyDecided = ({ document, flow, facts }: Execution): boolean =>
  document.status === 'completed' && (flow.settings.movesMoney || facts.movesMoney?.() === true)
