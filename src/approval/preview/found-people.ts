import type { ApprovalNode, Flow } from '#kernel/flow.ts'
import { evolve } from '../evolve.ts'
import { resolveAssignees } from '../resolve/assignees.ts'
import type { DocumentState, Facts, Reason } from '../types.ts'

/** The people that a step would find for a document filed now. */
export interface PeopleFound {
  readonly people: readonly { readonly person: string; readonly why: readonly Reason[] }[]
  readonly problems: readonly Reason[]
}

interface PeopleQuestion {
  readonly flow: Flow
  readonly facts: Facts
  /** Id of the initiator. */
  readonly person: string
}

/** Resolves a step's rule as filing would, with substitutes and superiors; its condition is ignored. */
export function peopleFound(node: ApprovalNode, { flow, facts, person }: PeopleQuestion): PeopleFound {
  const document = documentOf(flow, facts, person)
  const { assignments, problems } = resolveAssignees(node, { flow, facts, document, node: node.id, stage: 'start', mirrored: [] })
  return { people: assignments.map(({ person: found, why }) => ({ person: found, why })),
    problems: problems.map(({ code, parameters }) => ({ code, parameters })) }
}

/** A filed document that has not entered any step. */
const documentOf = ({ settings }: Flow, { at }: Facts, person: string): DocumentState =>
  evolve(undefined, { type: 'started', document: 'draft', form: '', flow: '', starter: person, applicant: person, round: 1,
    initiatorApprover: settings.initiatorApprover, resume: 'top', at, by: person })
