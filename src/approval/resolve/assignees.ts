import type { ApprovalNode, ApproverRule } from '#kernel/flow.ts'
import { simpleRules } from '#kernel/flow/flow-nodes.ts'
import { bilingual } from '#kernel/wording/names.ts'
import { refusal, nameOf, reason } from '../reason.ts'
import { isInterested, ownTasks, roundOf } from '../state.ts'
import type { AbsentHolder, Refusal, Task, TaskOrigin } from '../types.ts'
import { administrators, isExcluded } from './interested.ts'
import { type Assignment, assign } from './assign.ts'
import type { ApproverAnswer, ApproverCandidate, ApproverQuestion, Stage } from '../execution.ts'
import { ask, emptyCode } from './rules.ts'
import { isActive } from '../directory.ts'

export interface Assignments {
  readonly assignments: readonly Assignment[]
  readonly problems: readonly Refusal[]
  /** The rule finds only the initiator, whom the node excludes. */
  readonly onlyInitiator: boolean
  /** The rule has found no person, so administrators decide; one of them suffices. */
  readonly byAdministrators: boolean
}

/** Resolves the assignees of a node, without duplicates, each with all reasons. */
export function resolveAssignees(node: ApprovalNode, question: ApproverQuestion): Assignments {
  const answer = ask(node.by, question)
  const wanted = withoutExcluded(node, question, answer.candidates)
  const onlyInitiator = wanted.length === 0 && answer.candidates.length > 0
  if (onlyInitiator) return { assignments: [], problems: [], onlyInitiator, byAdministrators: false }
  const { candidates, problems } = supplied(node, question, { ...answer, candidates: wanted })
  const placed = candidates.map((candidate) => assign(node, question, candidate))
  const assignments = merge(keepTransferees(node, question, placed.flatMap(({ assignment }) => (assignment ? [assignment] : []))))
  return {
    assignments,
    problems: [...problems, ...placed.flatMap((place) => (place.problem ? [place.problem] : []))],
    onlyInitiator: false,
    byAdministrators: wanted.length === 0 && candidates.length > 0,
  }
}

function withoutExcluded(node: ApprovalNode, question: ApproverQuestion,
  candidates: readonly ApproverCandidate[]): readonly ApproverCandidate[] {
  return node.excludes === 'initiator' ? candidates.filter(({ person }) => !isInterested(question, person)) : candidates
}

/** Falls back to administrators if approvers are missing and the policy, or the fact that the document is running, requires it. */
function supplied(node: ApprovalNode, question: ApproverQuestion, answer: ApproverAnswer): ApproverAnswer {
  if (isEmpty(answer) && isAwaited(node.by, question)) return answer
  const problems = isEmpty(answer) ? [emptyRefusal(node, question)] : answer.problems
  if (problems.length === 0 || !mayStandIn(question, problems)) return { ...answer, problems }
  const stand = administrators(question, 'reason.emptyToAdmin')
  if (stand.length === 0) return { ...answer, problems }
  const added = answer.candidates.length === 0 ? stand : stand.slice(0, 1)
  return { candidates: [...answer.candidates, ...added], problems: [] }
}

/** The refusal for a rule without a result and without a reason of its own; names the step and the role without members. */
function emptyRefusal(node: ApprovalNode, { facts: { directory } }: ApproverQuestion): Refusal {
  const code = emptyCode(node.by)
  const roles = simpleRules(node.by).flatMap((rule) => (rule.rule === 'role' ? [rule.role] : []))
  const role = code === 'noApprover' ? roles.find((each) => directory.holders(each).length === 0) : undefined
  return role === undefined
    ? refusal(code)
    : refusal('roleWithoutMembers', { step: bilingual(node), role: directory.roleName?.(role) ?? role })
}

function mayStandIn({ stage, flow }: ApproverQuestion, problems: readonly Refusal[]): boolean {
  return (stage === 'running' || flow.settings.emptyApprover === 'admin') && !problems.some(needsCare(stage))
}

const isEmpty = ({ candidates, problems }: ApproverAnswer): boolean => candidates.length + problems.length === 0

/** Returns whether the people are named in the form by an approver at an earlier, future node. */
const isAwaited = (rule: ApproverRule, { isAhead, facts }: ApproverQuestion): boolean =>
  isAhead === true && simpleRules(rule).some((each) => 'field' in each && each.field !== undefined && facts.waits?.(each.field) === true)

/** Problems without fallback, which the person has to correct. */
const alwaysMended: readonly string[] = ['approval.chooseEveryApprover']
/** Problems that only the initiator can correct, before filing. */
const mendedAtStart: readonly string[] = ['approval.tooMany', 'approval.outOfRange', 'approval.chooseDepartment']

const needsCare = (stage: Stage) => ({ code, isFinal }: Refusal): boolean =>
  isFinal === true || alwaysMended.includes(code) || (stage === 'start' && mendedAtStart.includes(code))

/** Merges the assignments of the same person, with all their groups. */
function merge(assignments: readonly Assignment[]): readonly Assignment[] {
  const merged = new Map<string, Assignment>()
  for (const assignment of assignments) {
    const before = merged.get(assignment.person)
    const groups = [...new Set([...(before?.groups ?? []), ...assignment.groups])]
    merged.set(assignment.person, { ...(before ? { ...before, heldFor: jointlyHeld(before, assignment) } : assignment), groups })
  }
  return [...merged.values()]
}

/** The absent people for whom one person sits twice; nobody where one of the two is that person's own seat. */
function jointlyHeld({ heldFor: one }: Assignment, { heldFor: other }: Assignment): Assignment['heldFor'] {
  if (one === undefined && other === undefined) return undefined
  return one && other ? [...one, ...other.filter(({ person }) => !one.some((held) => held.person === person))] : []
}

/**
 * Keeps the transferees of an earlier visit when a node is entered again after a return. Substitutes are resolved anew, because the owner
 * may be back.
 */
function keepTransferees(node: ApprovalNode, question: ApproverQuestion, assignments: readonly Assignment[]): readonly Assignment[] {
  const { document, facts: { directory } } = question
  const before = document.runs.findLast(
    (run) => run.node === question.node && roundOf(run) === document.round && run.tasks.length > 0,
  )
  if (!before) return assignments
  return assignments.map((assignment) => {
    const assignmentOwner = assignment.owner ?? assignment.person
    const handed = ownTasks(before).map(asBeforeAbsence)
      .find((task) => handedOn.includes(task.origin) && task.owner === assignmentOwner)
    if (!handed || !isActive(directory, handed.person) || isExcluded(node, question, handed.person)) return assignment
    const why = reason('reason.transferred', { name: nameOf(directory, assignmentOwner) })
    return { ...assignment, person: handed.person, owner: assignmentOwner, origin: handed.origin, heldFor: undefined,
      why: [...assignment.why, why] }
  })
}

/** The holder of a task, or the one for whose absence it is held. */
const asBeforeAbsence = (task: Task): AbsentHolder => (task.heldFor?.length === 1 ? task.heldFor[0] : undefined) ?? task

const handedOn: readonly TaskOrigin[] = ['transfer', 'admin']
