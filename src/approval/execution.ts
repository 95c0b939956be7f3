import type { Flow } from '#kernel/flow.ts'
import type { Event } from './event.ts'
import { evolve } from './evolve.ts'
import type { Stage } from './resolve/question.ts'
import type { DocumentState, Facts, Refusal } from './types.ts'

type Distribute<E> = E extends Event ? Omit<E, 'at' | 'by'> : never

/** An event without its envelope. */
export type NewEvent = Distribute<Event>

export interface Violation {
  /** Node that it concerns; absent: the document as a whole. */
  readonly node?: string
  readonly refusal: Refusal
}

/** The way of one decision through the flow: what has happened so far, and the document as it then is. */
export interface Execution {
  readonly flow: Flow
  readonly facts: Facts
  readonly by: string
  readonly stage: Stage
  /** All conditions for resuming straight at a returner hold. */
  readonly unchanged: boolean
  /** Runs that a preview completed without knowing who will act. */
  readonly assumed: Set<string>
  /** Only looks ahead: what an approver has yet to enter is not known. */
  readonly isAhead?: true
  readonly events: Event[]
  readonly violations: Violation[]
  document: DocumentState
}

/** Begins an execution without events. */
export function execute(
  start: Pick<Execution, 'flow' | 'facts' | 'by' | 'document'> & Partial<Pick<Execution, 'stage' | 'unchanged'>>,
): Execution {
  return { stage: 'running', unchanged: false, ...start, assumed: new Set(), events: [], violations: [] }
}

/** Something happens: it is written down, and the document is the one after it. */
export function emit(current: Execution, newEvent: NewEvent, by = current.by): void {
  const event = { ...newEvent, at: current.facts.at, by } as Event
  current.events.push(event)
  current.document = evolve(current.document, event)
}

/** Notes why the flow cannot go on; the first one is the outcome. */
export const violation = (current: Execution, refusal: Refusal, node?: string): void => {
  current.violations.push({ node, refusal })
}

/** The outcome of the decision: its events, or the first reason against it. */
export const outcome = (current: Execution): Event[] | Refusal => current.violations[0]?.refusal ?? current.events

/** The id of the next entry of a node. */
export function nextVisit(document: DocumentState, node: string): { run: string; round: number; visit: number } {
  const { round } = document
  const visit = 1 + document.runs.filter((run) => run.node === node && run.round === round).length
  return { run: `${document.id}-${round}-${visit}-${node}`, round, visit }
}
