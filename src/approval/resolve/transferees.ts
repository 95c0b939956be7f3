import type { ApprovalNode } from '#kernel/flow.ts'
import { nameOf, reason } from '../reason.ts'
import { ownTasks, roundOf } from '../state.ts'
import type { Assignment } from './assign.ts'
import { isExcluded } from './interested.ts'
import type { ApproverQuestion } from './question.ts'
import { isActive } from './superior.ts'
import type { TaskOrigin } from '../types.ts'

/**
 * A node that is entered again after a return: whoever a task was handed to keeps the assignment. A stand-in does
 * not: the owner may be back.
 */
export function keepTransferees(node: ApprovalNode, question: ApproverQuestion, assignments: readonly Assignment[]): readonly Assignment[] {
  const { document, facts: { directory } } = question
  const before = document.runs.findLast(
    (run) => run.node === question.node && roundOf(run) === document.round && run.tasks.length > 0,
  )
  if (!before) return assignments
  return assignments.map((assignment) => {
    const assignmentOwner = assignment.owner ?? assignment.person
    const handed = ownTasks(before).find((task) => handedOn.includes(task.origin) && task.owner === assignmentOwner)
    if (!handed || !isActive(directory, handed.person) || isExcluded(node, question, handed.person)) return assignment
    const why = reason('reason.transferred', { name: nameOf(directory, assignmentOwner) })
    return { ...assignment, person: handed.person, owner: assignmentOwner, origin: handed.origin, why: [...assignment.why, why] }
  })
}

const handedOn: readonly TaskOrigin[] = ['transfer', 'admin']
