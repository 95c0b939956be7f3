import { system } from '../event.ts'
import { forbidden, reason, refusal } from '../reason.ts'
import { gone, successorOf } from '../resolve/occupy.ts'
import { isActive } from '../resolve/superior.ts'
import { open } from '../settle.ts'
import { openTasks, peopleOf, runOf, taskOf } from '../state.ts'
import type { DocumentState } from '../types.ts'
import { startNode } from '../types.ts'
import { happen, outcome } from '../walk.ts'
import { isAdministrator } from './administer.ts'
import type { Situation } from './action.ts'
import { defineAction, firstReason, inState, walkOf } from './action.ts'

/** T-92: a running task whose holder was disabled or has left goes to the stand-in, the superior or an administrator. */
export const relieve = defineAction({
  name: 'relieve',
  refuse: (attempt) =>
    firstReason(
      () => (attempt.person === system || isAdministrator(attempt) ? undefined : forbidden()),
      () => inState(attempt, 'inApproval'),
      () => (abandoned(attempt).length > 0 ? undefined : refusal('notAvailable')),
    ),
  check: (situation, { task }) =>
    abandoned(situation).some(({ id }) => id === task) ? undefined : refusal('notAvailable'),
  decide: (situation, { by, task: id }) => {
    const { flow, facts, document } = situation
    const task = taskOf(document, id)
    if (!task) return refusal('notAvailable')
    const question = { flow, facts, document, node: task.node, stage: 'running', mirrored: [] } as const
    const present = heldBeside(document, task.run)
    const successor = successorOf(question, { person: task.person, why: [] }, present)
    if (!successor) return gone(situation, task.person)
    const walk = walkOf(situation, by)
    const [why = reason('reason.goneToAdmin')] = successor.why
    happen(walk, {
      type: 'transferred', run: task.run, node: task.node, task: id, from: task.person, to: successor.person,
      origin: successor.origin, why,
    })
    open(walk, { ...task, person: successor.person })
    return outcome(walk)
  },
})

function heldBeside(document: DocumentState, id: string): readonly string[] {
  const run = runOf(document, id)
  return run ? [...peopleOf(run)] : []
}

const abandoned = ({ document, facts }: Situation) =>
  openTasks(document).filter(({ node, person }) => node !== startNode && person !== system && !isActive(facts.directory, person))
