import type { Flow } from '#kernel/flow.ts'
import type { Event } from './event.ts'
import { evolve } from './evolve.ts'
import type { Stage } from './resolve/question.ts'
import type { DocumentState, Facts, Refusal } from './types.ts'

type Distribute<E> = E extends Event ? Omit<E, 'at' | 'by'> : never

/** An event without its envelope. */
export type Happening = Distribute<Event>

export interface Trouble {
  /** Node that it concerns; absent: the document as a whole. */
  readonly node?: string
  readonly refusal: Refusal
}

/** The way of one decision through the flow: what has happened so far, and the document as it then is. */
export interface Walk {
  readonly flow: Flow
  readonly facts: Facts
  readonly by: string
  readonly stage: Stage
  /** Everything that is needed to resume straight at a returner holds. */
  readonly unchanged: boolean
  /** Runs that a preview completed without knowing who will act. */
  readonly assumed: Set<string>
  /** Only looks ahead: what an approver has yet to enter is not known. */
  readonly isAhead?: true
  readonly events: Event[]
  readonly troubles: Trouble[]
  document: DocumentState
}

export function walk(
  start: Pick<Walk, 'flow' | 'facts' | 'by' | 'document'> & Partial<Pick<Walk, 'stage' | 'unchanged'>>,
): Walk {
  return { stage: 'running', unchanged: false, ...start, assumed: new Set(), events: [], troubles: [] }
}

/** Something happens: it is written down, and the document is the one after it. */
export function happen(current: Walk, happening: Happening, by = current.by): void {
  const event = { ...happening, at: current.facts.at, by } as Event
  current.events.push(event)
  current.document = evolve(current.document, event)
}

export const trouble = (current: Walk, refusal: Refusal, node?: string): void => {
  current.troubles.push({ node, refusal })
}

/** What the decision comes to: its events, or the first reason against it. */
export const outcome = (current: Walk): Event[] | Refusal => current.troubles[0]?.refusal ?? current.events

/** The id of the next entry of a node. */
export function nextVisit(document: DocumentState, node: string): { run: string; round: number; visit: number } {
  const { round } = document
  const visit = 1 + document.runs.filter((run) => run.node === node && run.round === round).length
  return { run: `${document.id}-${round}-${visit}-${node}`, round, visit }
}

