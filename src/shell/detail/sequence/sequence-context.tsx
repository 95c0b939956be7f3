import { createContext, useCallback, useContext, useEffect, useMemo, useState, type ReactNode } from 'react'

/** The documents of a list, in the order at the time one of them was opened. */
export interface DocumentSequence {
  /** Address of the list, with its filters. */
  readonly list: string
  /** Address of each document's page, by document id. */
  readonly steps: readonly { readonly procInstId: string; readonly address: string }[]
  /** Number of rows in the list before the first step. */
  readonly before: number
  readonly total: number
}

interface SequenceState {
  readonly sequence: DocumentSequence | undefined
  /** Id of the document viewed last. */
  readonly at: string | undefined
  /** Called when a document is opened from a list. */
  start(sequence: DocumentSequence): void
  visit(procInstId: string): void
  /** Removes a document that has left the list; returns the function that puts it back. */
  drop(procInstId: string): () => void
}

const SequenceContext = createContext<SequenceState>({ sequence: undefined, at: undefined, start: () => undefined, visit: () => undefined,
  drop: () => () => undefined })

/** Holds the list from which documents are opened, for the lifetime of the page. */
export function SequenceProvider({ initial, children }: { initial?: DocumentSequence; children: ReactNode }) {
  const [sequence, start] = useState(initial)
  const [at, visit] = useState<string>()
  const drop = useCallback((procInstId: string) => {
    start((before) => before && without(before, procInstId))
    return () => start(sequence)
  }, [sequence])
  return <SequenceContext value={useMemo(() => ({ sequence, at, start, visit, drop }), [sequence, at, drop])}>{children}</SequenceContext>
}

function without(sequence: DocumentSequence, procInstId: string): DocumentSequence {
  const steps = sequence.steps.filter((step) => step.procInstId !== procInstId)
  return { ...sequence, steps, total: sequence.total - (sequence.steps.length - steps.length) }
}

/** Removes a decided document from the list it was opened from; returns the function that puts it back. */
export const useDropFromSequence = (): SequenceState['drop'] => useContext(SequenceContext).drop

/** Stores a list and its order, before one of its documents is opened. */
export const useStartSequence = (): SequenceState['start'] => useContext(SequenceContext).start

/** Records that a document is being viewed. */
export function useVisit(procInstId: string): void {
  const { visit } = useContext(SequenceContext)
  useEffect(() => void visit(procInstId), [visit, procInstId])
}

/**
 * Returns a function that finds where to continue in a list: the document viewed last, or the first one after it that is still present;
 * undefined if no document was opened from this list.
 */
export function useReturn(list: string): (present: readonly string[]) => string | undefined {
  const { sequence, at } = useContext(SequenceContext)
  return (present) => {
    if (sequence?.list !== list || at === undefined) return undefined
    const steps = sequence.steps.map(({ procInstId }) => procInstId)
    return steps.slice(Math.max(0, steps.indexOf(at))).find((id) => present.includes(id))
  }
}

export interface Position {
  /** Position within the whole list, from 1. */
  readonly number: number
  readonly total: number
  readonly list: string
  /** Addresses of the neighbours. */
  readonly previous?: string
  readonly next?: string
}

/** The position of a document in the list that it was opened from; undefined if it was not opened from a list. */
export function usePosition(procInstId: string): Position | undefined {
  const { sequence } = useContext(SequenceContext)
  const index = sequence?.steps.findIndex((step) => step.procInstId === procInstId) ?? -1
  if (!sequence || index < 0) return undefined
  const { steps, before, total, list } = sequence
  return { number: before + index + 1, total: Math.max(total, before + steps.length), list, previous: steps[index - 1]?.address,
    next: steps[index + 1]?.address }
}
