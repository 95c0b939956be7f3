import type { Flow } from '#kernel/flow.ts'
import { mainDepartment } from './superior.ts'
import type { DocumentState, Facts, Reason, Refusal } from '../types.ts'

/** start: any problem refuses the submission; running: the document has to continue. */
export type Stage = 'start' | 'running'

/** Input of an approver rule. */
export interface ApproverQuestion {
  readonly flow: Flow
  readonly facts: Facts
  readonly document: DocumentState
  /** Id of the node. */
  readonly node: string
  readonly stage: Stage
  /** Simulation: people whom an approver has yet to name in the form are not reported as missing. */
  readonly isAhead?: true
  /** Ids of the nodes being resolved by `sameAs`, against infinite recursion. */
  readonly mirrored: readonly string[]
}

export interface ApproverCandidate {
  readonly person: string
  readonly why: readonly Reason[]
  /** Value of the scope; one pass per value is needed. */
  readonly group?: string
}

export interface ApproverAnswer {
  readonly candidates: readonly ApproverCandidate[]
  readonly problems: readonly Refusal[]
}

export const nobody: ApproverAnswer = { candidates: [], problems: [] }

/** An answer with one person. */
export const found = (person: string, why: Reason): ApproverAnswer => ({ candidates: [{ person, why: [why] }], problems: [] })

/** An answer without people, with the reason. */
export const problem = (refused: Refusal): ApproverAnswer => ({ candidates: [], problems: [refused] })

/** Concatenates answers. */
export const join = (answers: readonly ApproverAnswer[]): ApproverAnswer => ({
  candidates: answers.flatMap((answer) => answer.candidates),
  problems: answers.flatMap((answer) => answer.problems),
})

/** The department for which the document is filed. */
export function filingDepartment({ facts, document }: Pick<ApproverQuestion, 'facts' | 'document'>): string | undefined {
  return facts.values('applicantDept')[0] ?? mainDepartment(facts.directory, document.applicant)
}
