import type { ApprovalNode, Flow } from '#kernel/flow.ts'
import { simpleRules } from '#kernel/flow/flow-nodes.ts'
import { nameOf, reason, refusal } from '../reason.ts'
import { isInterested, isOwn, peopleOf } from '../state.ts'
import type { DocumentState, Facts, Refusal } from '../types.ts'
import { administrators } from './administrators.ts'
import type { ApproverCandidate, ApproverQuestion } from './question.ts'
import { filingDepartment } from './question.ts'
import { superiorOf } from './superior.ts'

/** The document of which it is asked who may decide. */
export interface DecisionContext {
  readonly flow: Flow
  readonly document: DocumentState
  readonly facts: Facts
}

/**
 * Returns whether a node is left to the people whose own matter the document is: its rule names the initiator, or people of the form who
 * confirm or carry something out in fields of their own. A role never is.
 */
export function keepsInterested(node: ApprovalNode, facts: Pick<Facts, 'opensFields'>): boolean {
  const rules = simpleRules(node.by).map(({ rule }) => rule)
  if (!rules.every((rule) => leftToThem.has(rule))) return false
  return rules.includes('initiator') || (node.edits ?? []).length > 0 || (node.confirms === true && opensFields(facts, node.id))
}

const opensFields = (facts: Pick<Facts, 'opensFields'>, node: string): boolean => facts.opensFields?.(node) ?? true

const leftToThem: ReadonlySet<string> = new Set(['initiator', 'person', 'rowPersons'])

/** Returns whether a person may hold no task of a node, because the document is their own matter. */
export function isExcluded(node: ApprovalNode, context: DecisionContext, person: string): boolean {
  if (!isInterested(context, person)) return false
  return node.excludes === 'initiator' || replacesInterested(node, context)
}

/** People who may hold no task of a node because the document is their own matter; payees among those who are known to the document. */
export function excludedPeople(node: ApprovalNode | undefined, context: DecisionContext): readonly string[] {
  const { starter, applicant, runs } = context.document
  const known = new Set([starter, applicant, ...runs.flatMap((run) => [...peopleOf(run)])])
  return [...known].filter((person) => node !== undefined && isExcluded(node, context, person))
}

/** Where no money moves, a flow may leave its decisions to the initiator. */
export const replacesInterested = (node: ApprovalNode, { flow, document, facts }: DecisionContext): boolean =>
  !keepsInterested(node, facts) && (document.initiatorApprover === 'superior' || flow.settings.movesMoney)

/** The person who decides instead of somebody whose own matter it is: their superior, else a workflow administrator. */
export function interestedsSuperior(question: ApproverQuestion, candidate: ApproverCandidate): ApproverCandidate | undefined {
  const { document, facts: { directory } } = question
  const from = candidate.person === document.applicant ? filingDepartment(question) : undefined
  const above = superiorOf(directory, candidate.person, from, (other) => isInterested(question, other))
  const who = isOwn(document, candidate.person) ? 'initiator' : 'payee'
  const code = `reason.${who}To${above ? 'Superior' : 'Admin'}`
  const person = above?.person ?? administrators(question, code)[0]?.person
  return person === undefined ? undefined : { ...candidate, person, why: [...candidate.why, reason(code)] }
}

/** Nobody decides on a document that they filed, that is filed for them or that pays them. */
export const ownDocument = ({ document, facts: { directory } }: Pick<DecisionContext, 'document' | 'facts'>, person: string,
  field?: string): Refusal => refusal(isOwn(document, person) ? 'ownDocument' : 'ownPayment', { name: nameOf(directory, person) }, field)
