import type { ApprovalNode } from '#kernel/flow.ts'
import { administratorRole } from '../administrator.ts'
import { system } from '../event.ts'
import { nameOf, reason, refusal } from '../reason.ts'
import { isInterested } from '../state.ts'
import type { AbsentHolder, Reason, Refusal, TaskOrigin } from '../types.ts'
import { administrators, interestedsSuperior, replacesInterested } from './interested.ts'
import type { ApproverCandidate, ApproverQuestion } from '../execution.ts'
import { type Directory, isActive, mainDepartment, superiorOf } from '../directory.ts'

export interface Assignment extends ApproverCandidate {
  readonly owner?: string
  readonly origin: TaskOrigin
  readonly groups: readonly string[]
  /** As in `Task`. */
  readonly heldFor?: readonly AbsentHolder[]
}

export interface AssignmentContext {
  readonly assignment?: Assignment
  readonly problem?: Refusal
}

/** Turns a candidate of a rule into an assignment, with replacement of interested, inactive and absent people. */
export function assign(node: ApprovalNode, question: ApproverQuestion, candidate: ApproverCandidate): AssignmentContext {
  if (candidate.person === system) return { assignment: assigned(candidate) }
  if (isInterested(question, candidate.person) && replacesInterested(node, question)) {
    const above = interestedsSuperior(question, candidate)
    return above ? { assignment: forOwner(node, candidate.person, substituted(node, question, above)) } : { problem: refusal('noApprover') }
  }
  if (isActive(question.facts.directory, candidate.person)) return { assignment: substituted(node, question, candidate) }
  if (question.stage === 'start') return { assignment: assigned(candidate), problem: gone(question, candidate.person) }
  const successor = successorOf(question, candidate)
  return successor ? { assignment: successor } : { problem: gone(question, candidate.person) }
}

/**
 * The successor of an inactive person: substitute, superior or administrator.
 *
 * @param present people who already have a task of the node
 */
export function successorOf(question: ApproverQuestion, candidate: ApproverCandidate, present: readonly string[] = []):
  | Assignment
  | undefined {
  const { directory } = question.facts
  const { person } = candidate
  const name = { name: nameOf(directory, person) }
  const unsuited = (other: string): boolean => isInterested(question, other) || present.includes(other)
  const assignment = (other: string, code: string, origin: TaskOrigin): Assignment => ({
    ...assigned(candidate),
    person: other,
    owner: person,
    origin,
    why: [...candidate.why, reason(code, name)],
  })
  const deputy = standIn(directory, person, unsuited)
  if (deputy !== undefined) return assignment(deputy, 'reason.goneToSubstitute', 'substitute')
  const above = superiorOf(directory, person, mainDepartment(directory, person), unsuited)
  if (above) return assignment(above.person, 'reason.goneToSuperior', 'admin')
  const administrator = administrators(question, 'reason.goneToAdmin').find((other) => !unsuited(other.person))
  return administrator && assignment(administrator.person, 'reason.goneToAdmin', 'admin')
}

/** The refusal for an inactive person, which differs for departed and disabled ones. */
export function gone({ facts: { directory } }: Pick<ApproverQuestion, 'facts'>, person: string): Refusal {
  const departed = directory.person(person)?.departed ?? true
  return refusal(departed ? 'approverLeft' : 'approverDisabled', { name: nameOf(directory, person) })
}

/** Makes the replaced person the owner, where approvers fill in the rows of the people for whom they act. */
const forOwner = ({ rows }: ApprovalNode, owner: string, assignment: Assignment): Assignment =>
  rows === 'own' ? { ...assignment, owner, origin: 'substitute', ...heldForOwner(owner, assignment) } : assignment

const heldForOwner = (owner: string, { heldFor }: Assignment): Pick<Assignment, 'heldFor'> =>
  heldFor ? { heldFor: heldFor.map(({ person }) => ({ person, owner, origin: 'substitute' })) } : {}

/** Assigns a candidate, or the person acting for them if they are away; never a person with an interest in the document. */
function substituted(node: ApprovalNode, question: ApproverQuestion, candidate: ApproverCandidate): Assignment {
  const { directory } = question.facts
  const keeps = (other: string): boolean => isInterested(question, other) && replacesInterested(node, question)
  const acting = actsForAbsent(directory, candidate.person, keeps)
  if (!acting) return assigned(candidate)
  return { ...assigned(candidate), person: acting.person, owner: candidate.person, origin: 'substitute',
    heldFor: [{ person: candidate.person, origin: 'normal' }], why: [...candidate.why, acting.why] }
}

const assigned = (candidate: ApproverCandidate): Assignment => ({ ...candidate, origin: 'normal', groups: [candidate.group ?? ''] })

/**
 * The person who acts for somebody who is away now: their substitute, or their superior where no substitute may decide, else a workflow
 * administrator.
 *
 * @returns undefined for a person who is present, or for whom nobody may act
 */
export function actsForAbsent(directory: Directory, person: string, mayNot: (other: string) => boolean): { readonly person: string;
  readonly why: Reason } | undefined {
  const substitute = directory.substitute(person)
  if (substitute === undefined) return undefined
  const name = { name: nameOf(directory, person) }
  const deputy = standIn(directory, person, mayNot)
  if (deputy !== undefined) return { person: deputy, why: reason('reason.substitute', name) }
  // an inactive substitute does not count: the person is then treated as present
  const above = isActive(directory, substitute) ? superiorOf(directory, person, undefined, mayNot) : undefined
  if (above) return { person: above.person, why: reason('reason.awayToSuperior', name) }
  const administrator = isActive(directory, substitute)
    ? directory.holders(administratorRole).find(({ id }) => id !== person && isActive(directory, id) && !mayNot(id))
    : undefined
  return administrator && { person: administrator.id, why: reason('reason.awayToAdmin', name) }
}

/**
 * The current substitute of a person: the last one in the chain of substitutes who is present and may decide.
 *
 * A cyclic chain ends before it repeats.
 */
function standIn(directory: Directory, person: string, mayNot: (other: string) => boolean): string | undefined {
  const seen = new Set([person])
  let last: string | undefined
  let next = directory.substitute(person)
  while (next !== undefined && !seen.has(next)) {
    seen.add(next)
    if (isActive(directory, next) && !mayNot(next)) last = next
    next = directory.substitute(next)
  }
  return last
}
