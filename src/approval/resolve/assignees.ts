import type { ApprovalNode, ApproverRule } from '#kernel/flow.ts'
import { simpleRules } from '#kernel/flow/flow-nodes.ts'
import { bilingual } from '#kernel/wording/names.ts'
import { refusal } from '../reason.ts'
import { isInterested } from '../state.ts'
import type { Refusal } from '../types.ts'
import { administrators } from './administrators.ts'
import type { Assignment } from './assign.ts'
import { assign } from './assign.ts'
import type { ApproverAnswer, ApproverCandidate, ApproverQuestion, Stage } from './question.ts'
import { ask, emptyCode } from './rules.ts'
import { keepTransferees } from './transferees.ts'

export interface Assignments {
  readonly assignments: readonly Assignment[]
  readonly problems: readonly Refusal[]
  /** Everyone whom the rule names is the initiator, who has no part here. */
  readonly onlyInitiator: boolean
  /** The rule named nobody and administrators stand in: one of them is enough. */
  readonly byAdministrators: boolean
}

/** The assignees of a node, each once, with the whole reason. */
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

/** The administrators, where approvers are missing and the policy, or a document already under way, asks for them. */
function supplied(node: ApprovalNode, question: ApproverQuestion, answer: ApproverAnswer): ApproverAnswer {
  if (isEmpty(answer) && isAwaited(node.by, question)) return answer
  const problems = isEmpty(answer) ? [emptyRefusal(node, question)] : answer.problems
  if (problems.length === 0 || !mayStandIn(question, problems)) return { ...answer, problems }
  const stand = administrators(question, 'reason.emptyToAdmin')
  if (stand.length === 0) return { ...answer, problems }
  const added = answer.candidates.length === 0 ? stand : stand.slice(0, 1)
  return { candidates: [...answer.candidates, ...added], problems: [] }
}

/** The reason for which a rule that gives none names nobody: by the step, and the role without members that it asks. */
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

/** Returns whether an approver on the way names the people in the form. */
const isAwaited = (rule: ApproverRule, { isAhead, facts }: ApproverQuestion): boolean =>
  isAhead === true && simpleRules(rule).some((each) => 'field' in each && each.field !== undefined && facts.waits?.(each.field) === true)

/** A missing choice has no fallback: a person corrects it. */
const alwaysMended: readonly string[] = ['approval.chooseEveryApprover']
/** Violations that only the initiator can correct, before the document is filed. */
const mendedAtStart: readonly string[] = ['approval.tooMany', 'approval.outOfRange', 'approval.chooseDepartment']

const needsCare = (stage: Stage) => ({ code, isFinal }: Refusal): boolean =>
  isFinal === true || alwaysMended.includes(code) || (stage === 'start' && mendedAtStart.includes(code))

/** The same person sits once, for every group that asked for them. */
function merge(assignments: readonly Assignment[]): readonly Assignment[] {
  const merged = new Map<string, Assignment>()
  for (const assignment of assignments) {
    const before = merged.get(assignment.person)
    const groups = [...new Set([...(before?.groups ?? []), ...assignment.groups])]
    merged.set(assignment.person, { ...(before ?? assignment), groups })
  }
  return [...merged.values()]
}
