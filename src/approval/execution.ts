import type { Flow } from '#kernel/flow.ts'
import type { Event } from './event.ts'
import { evolve } from './evolve.ts'
import type { DocumentState, Facts, Reason, Refusal } from './types.ts'
import { mainDepartment } from './directory.ts'

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

type Distribute<E> = E extends Event ? Omit<E, 'at' | 'by'> : never

/** An event without `at` and `by`. */
export type NewEvent = Distribute<Event>

export interface Violation {
  /** Id of the node; absent: the document as a whole. */
  readonly node?: string
  readonly refusal: Refusal
}

/** One decision on its way through the flow: the events emitted so far, and the resulting document. Mutable. */
export interface Execution {
  readonly flow: Flow
  readonly facts: Facts
  readonly by: string
  readonly stage: Stage
  /** Whether all conditions for a direct resume at the returning node hold. */
  readonly unchanged: boolean
  /** Ids of runs that a simulation completed without knowing who will act. */
  readonly assumed: Set<string>
  /** Simulation: input that approvers have yet to enter is unknown. */
  readonly isAhead?: true
  readonly events: Event[]
  readonly violations: Violation[]
  document: DocumentState
}

/** Creates an execution without events. */
export function execute(
  start: Pick<Execution, 'flow' | 'facts' | 'by' | 'document'> & Partial<Pick<Execution, 'stage' | 'unchanged'>>,
): Execution {
  return { stage: 'running', unchanged: false, ...start, assumed: new Set(), events: [], violations: [] }
}

/** Appends an event and applies it to the document. */
export function emit(current: Execution, newEvent: NewEvent, by = current.by): void {
  const event = { ...newEvent, at: current.facts.at, by } as Event
  current.events.push(event)
  current.document = evolve(current.document, event)
}

/** Records a violation; the first one determines the outcome. */
export const violation = (current: Execution, refusal: Refusal, node?: string): void => {
  current.violations.push({ node, refusal })
}

/** The events, or the refusal of the first violation. */
export const outcome = (current: Execution): Event[] | Refusal => current.violations[0]?.refusal ?? current.events

/** Run id, round and visit of the next entry of a node. */
export function nextVisit(document: DocumentState, node: string): { run: string; round: number; visit: number } {
  const { round } = document
  const visit = 1 + document.runs.filter((run) => run.node === node && run.round === round).length
  return { run: `${document.id}-${round}-${visit}-${node}`, round, visit }
}
