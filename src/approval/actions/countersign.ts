import type { CommandOf } from '../command.ts'
import { judgeLength } from '../nodes/opinion.ts'
import { forbidden, nameOf, reason, refusal, taskMoved } from '../reason.ts'
import { gone } from '../resolve/assign.ts'
import { isExcluded, ownDocument } from '../resolve/interested.ts'
import { isActive } from '../directory.ts'
import { openTask } from '../nodes/enter-node.ts'
import { currentNodes, peopleOf, taskOf } from '../state.ts'
import type { CountersignOrder, DocumentState, NodeRun, Refusal, Task } from '../types.ts'
import { emit, outcome } from '../execution.ts'
import { type Attempt, defineAction, executionOf, firstReason, inState, offered, type Situation, taskContextOf,
  taskGuard } from './action.ts'
import { judgePresent } from './transfer.ts'

/** Maximum number of people added at once. */
const mostPeople = 20

/** Adds people who decide first; the task is suspended until they have, then resumes with its holder. */
export const countersign = defineAction({
  name: 'countersign',
  refuse: (attempt) => taskGuard(attempt, 'countersign'),
  check: (situation, command) =>
    firstReason(
      () => judgeLength(command.comment),
      () => judgePeople(situation, command),
      () => judgeOrder(taskContextOf(situation, command.task).run, command.order),
    ),
  decide: (situation, { by, task: id, people, order, comment, attachments }) => {
    const { task, run } = taskContextOf(situation, id)
    const execution = executionOf(situation, by)
    const why = [reason('reason.countersigned', { name: nameOf(situation.facts.directory, by) })]
    const tasks = [...new Set(people)].map((person, offset) => added(task, person, run.tasks.length + offset, why))
    emit(execution, { type: 'countersigned', run: run.id, node: run.node, task: id, order, tasks, comment, attachments })
    for (const first of order === 'sequence' ? tasks.slice(0, 1) : tasks) openTask(execution, first)
    return outcome(execution)
  },
})

/** Refuses the order `sequence` unless the node itself is sequential; elsewhere, one of the added people signs. */
const judgeOrder = (run: NodeRun, order: CountersignOrder): Refusal | undefined => {
  if (order !== 'sequence' || run.mode === 'sequential') return undefined
  return refusal(run.mode === 'all' ? 'sequenceOnAll' : 'sequenceOnSequential', {}, 'order')
}

function judgePeople(situation: Situation, { task: id, people, by }: CommandOf<'countersign'>): Refusal | undefined {
  const { run, node } = taskContextOf(situation, id)
  const present = peopleOf(run)
  if (people.length === 0 || people.some((person) => person === by || present.has(person))) {
    return refusal('countersignPeople', {}, 'people')
  }
  if (people.length > mostPeople) return refusal('tooMany', { n: mostPeople }, 'people')
  const own = people.find((person) => isExcluded(node, situation, person))
  if (own !== undefined) return ownDocument(situation, own, 'people')
  const absent = people.find((person) => !isActive(situation.facts.directory, person))
  if (absent !== undefined) return gone(situation, absent)
  return firstReason(...people.map((person) => () => judgePresent(situation, { node: node.id, run: run.id, person })))
}

const added = (parent: Task, person: string, index: number, why: Task['why']): Task => ({
  id: `${parent.run}-${index}`,
  run: parent.run,
  node: parent.node,
  round: parent.round,
  visit: parent.visit,
  index,
  person,
  parent: parent.id,
  state: 'waiting',
  origin: 'countersign',
  why,
  groups: [],
  hops: 0,
})

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
