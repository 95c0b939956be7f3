import type { CommandOf } from '../command.ts'
import { judgeLength } from '../nodes/opinion.ts'
import { nameOf, reason, refusal } from '../reason.ts'
import { gone } from '../resolve/assign.ts'
import { isExcluded, ownDocument } from '../resolve/interested.ts'
import { isActive } from '../resolve/superior.ts'
import { openTask } from '../nodes/open-task.ts'
import { peopleOf } from '../state.ts'
import type { CountersignOrder, NodeRun, Refusal, Task } from '../types.ts'
import { emit, outcome } from '../execution.ts'
import type { Situation } from './action.ts'
import { judgePresent } from './transfer.ts'
import { defineAction, firstReason, taskContextOf, taskGuard, executionOf } from './action.ts'

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
