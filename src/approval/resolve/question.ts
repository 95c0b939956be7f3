import type { Flow } from '#kernel/flow.ts'
import { mainDepartment } from './superior.ts'
import type { DocumentState, Facts, Reason, Refusal } from '../types.ts'

/** start: the submission is judged, and refused for any problem; running: the document has to go on. */
export type Stage = 'start' | 'running'

/** The input of an approver rule. */
export interface ApproverQuestion {
  readonly flow: Flow
  readonly facts: Facts
  readonly document: DocumentState
  /** The node whose people are wanted. */
  readonly node: string
  readonly stage: Stage
  /** The node is not entered yet: whom an approver has still to name in the form is missing for good reason. */
  readonly isAhead?: true
  /** Nodes that are being mirrored, so that two that mirror each other end. */
  readonly mirrored: readonly string[]
}

export interface ApproverCandidate {
  readonly person: string
  readonly why: readonly Reason[]
  /** Set where one pass per value of a scope is needed. */
  readonly group?: string
}

export interface ApproverAnswer {
  readonly candidates: readonly ApproverCandidate[]
  readonly problems: readonly Refusal[]
}

export const nobody: ApproverAnswer = { candidates: [], problems: [] }

/** The answer that names one person. */
export const found = (person: string, why: Reason): ApproverAnswer => ({ candidates: [{ person, why: [why] }], problems: [] })

/** The answer that names nobody, for a reason. */
export const problem = (refused: Refusal): ApproverAnswer => ({ candidates: [], problems: [refused] })

/** The candidates and problems of several answers. */
export const join = (answers: readonly ApproverAnswer[]): ApproverAnswer => ({
  candidates: answers.flatMap((answer) => answer.candidates),
  problems: answers.flatMap((answer) => answer.problems),
})

/** The department in whose name the document is filed. */
export function filingDepartment({ facts, document }: Pick<ApproverQuestion, 'facts' | 'document'>): string | undefined {
  return facts.values('applicantDept')[0] ?? mainDepartment(facts.directory, document.applicant)
}
