import type { ApprovalNode, Flow, FlowSettings } from '#kernel/flow.ts'
import { simpleRules } from '#kernel/flow/flow-nodes.ts'
import { nameOf, reason, refusal } from '../reason.ts'
import { isInterested, isOwn, peopleOf } from '../state.ts'
import type { DocumentState, Facts, Refusal } from '../types.ts'
import { type ApproverCandidate, type ApproverQuestion, filingDepartment } from '../execution.ts'
import { superiorOf } from '../directory.ts'
import { administratorRole } from '../administrator.ts'

/** The context in which it is checked who may decide. */
export interface DecisionContext {
  readonly flow: Flow
  readonly document: DocumentState
  readonly facts: Facts
}

/**
 * Returns whether a node is open to people with a personal interest in the document: its rule names the initiator, or people of the form
 * who confirm or carry out something in fields of their own. Never true for role rules.
 */
export function keepsInterested(node: ApprovalNode, facts: Pick<Facts, 'opensFields'>): boolean {
  const rules = simpleRules(node.by).map(({ rule }) => rule)
  if (!rules.every((rule) => leftToThem.has(rule))) return false
  return rules.includes('initiator') || (node.edits ?? []).length > 0 || (node.confirms === true && opensFields(facts, node.id))
}

const opensFields = (facts: Pick<Facts, 'opensFields'>, node: string): boolean => facts.opensFields?.(node) ?? true

const leftToThem: ReadonlySet<string> = new Set(['initiator', 'person', 'rowPersons'])

/** Returns whether a person may not hold a task of a node because of a personal interest in the document. */
export function isExcluded(node: ApprovalNode, context: DecisionContext, person: string): boolean {
  if (!isInterested(context, person)) return false
  return node.excludes === 'initiator' || replacesInterested(node, context)
}

/** People who may not hold a task of a node because of a personal interest. Payees are included only if they are participants. */
export function excludedPeople(node: ApprovalNode | undefined, context: DecisionContext): readonly string[] {
  const { starter, applicant, runs } = context.document
  const known = new Set([starter, applicant, ...runs.flatMap((run) => [...peopleOf(run)])])
  return [...known].filter((person) => node !== undefined && isExcluded(node, context, person))
}

type InitiatorSettings = Pick<FlowSettings, 'initiatorApprover' | 'movesMoney'>

/**
 * The effective policy for an approver who is the initiator. Where money moves, nobody decides alone on their own document, whatever the
 * flow's setting. `isMoneyForm`: documents of the form move money.
 */
export function heldPolicy({ initiatorApprover, movesMoney }: InitiatorSettings, isMoneyForm: boolean): FlowSettings['initiatorApprover'] {
  const isReplaced = initiatorApprover === 'self' ? movesMoney || isMoneyForm : movesMoney
  return isReplaced ? 'superior' : initiatorApprover
}

/** Whether interested approvers are replaced at a node; a flow that moves no money may leave decisions to the initiator. */
export const replacesInterested = (node: ApprovalNode, { flow: { settings: { movesMoney } }, document, facts }: DecisionContext): boolean =>
  !keepsInterested(node, facts) &&
  heldPolicy({ initiatorApprover: document.initiatorApprover, movesMoney }, facts.movesMoney?.() === true) === 'superior'

/** The person who decides instead of an interested one: their superior, else a workflow administrator. */
export function interestedsSuperior(question: ApproverQuestion, candidate: ApproverCandidate): ApproverCandidate | undefined {
  const { document, facts: { directory } } = question
  const from = candidate.person === document.applicant ? filingDepartment(question) : undefined
  const above = superiorOf(directory, candidate.person, from, (other) => isInterested(question, other))
  const who = isOwn(document, candidate.person) ? 'initiator' : 'payee'
  const code = `reason.${who}To${above ? 'Superior' : 'Admin'}`
  const person = above?.person ?? administrators(question, code)[0]?.person
  return person === undefined ? undefined : { ...candidate, person, why: [...candidate.why, reason(code)] }
}

/** The refusal for a person who filed the document, for whom it was filed, or whom it pays. */
export const ownDocument = ({ document, facts: { directory } }: Pick<DecisionContext, 'document' | 'facts'>, person: string,
  field?: string): Refusal => refusal(isOwn(document, person) ? 'ownDocument' : 'ownPayment', { name: nameOf(directory, person) }, field)

/** The active workflow administrators without personal interest in the document. */
export function administrators(question: Pick<ApproverQuestion, 'facts' | 'document'>, code: string): readonly ApproverCandidate[] {
  return question.facts.directory.holders(administratorRole)
    .filter(({ id, enabled, departed }) => enabled && !departed && !isInterested(question, id))
    .map(({ id }) => ({ person: id, why: [reason(code)] }))
}
