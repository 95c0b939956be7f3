import type { ApprovalNode } from '#kernel/flow.ts'
import { system } from '../event.ts'
import { nameOf, reason, refusal } from '../reason.ts'
import { isInterested } from '../state.ts'
import type { Refusal, TaskOrigin } from '../types.ts'
import { administrators } from './administrators.ts'
import type { ApproverCandidate, ApproverQuestion } from './question.ts'
import { interestedsSuperior, replacesInterested } from './interested.ts'
import { actsForAbsent, standIn } from './substitute.ts'
import { isActive, mainDepartment, superiorOf } from './superior.ts'

export interface Assignment extends ApproverCandidate {
  readonly owner?: string
  readonly origin: TaskOrigin
  readonly groups: readonly string[]
}

export interface AssignmentContext {
  readonly assignment?: Assignment
  readonly problem?: Refusal
}

/** From the person whom a rule names to the one who holds the task. */
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
 * The successor of a person who was disabled or has left: substitute, superior, administrator.
 *
 * @param present people who hold a task of the node already
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

/** Tells somebody who has left from somebody who is only disabled. */
export function gone({ facts: { directory } }: Pick<ApproverQuestion, 'facts'>, person: string): Refusal {
  const departed = directory.person(person)?.departed ?? true
  return refusal(departed ? 'approverLeft' : 'approverDisabled', { name: nameOf(directory, person) })
}

/** Whoever fills in the rows of somebody is known to act for them. */
const forOwner = ({ rows }: ApprovalNode, owner: string, assignment: Assignment): Assignment =>
  rows === 'own' ? { ...assignment, owner, origin: 'substitute' } : assignment

/** With the stand-in of someone who is away; never somebody's own matter into their hands. */
function substituted(node: ApprovalNode, question: ApproverQuestion, candidate: ApproverCandidate): Assignment {
  const { directory } = question.facts
  const keeps = (other: string): boolean => isInterested(question, other) && replacesInterested(node, question)
  const acting = actsForAbsent(directory, candidate.person, keeps)
  if (!acting) return assigned(candidate)
  return { ...assigned(candidate), person: acting.person, owner: candidate.person, origin: 'substitute',
    why: [...candidate.why, acting.why] }
}

const assigned = (candidate: ApproverCandidate): Assignment => ({ ...candidate, origin: 'normal', groups: [candidate.group ?? ''] })
