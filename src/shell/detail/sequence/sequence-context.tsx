import { createContext, useCallback, useContext, useEffect, useMemo, useState, type ReactNode } from 'react'

/** The documents of a list in the order in which they stood there, when one of them was opened. */
export interface DocumentSequence {
  /** The list's address with its filters. */
  readonly list: string
  /** The address of each document's page, by its process instance. */
  readonly steps: readonly { readonly procInstId: string; readonly address: string }[]
  /** Rows of the list before the first step. */
  readonly before: number
  readonly total: number
}

interface SequenceState {
  readonly sequence: DocumentSequence | undefined
  /** The document that was looked at last. */
  readonly at: string | undefined
  /** A document is opened from a list. */
  start(sequence: DocumentSequence): void
  visit(procInstId: string): void
  /** A document has left the list; the answer puts it back. */
  drop(procInstId: string): () => void
}

const SequenceContext = createContext<SequenceState>({ sequence: undefined, at: undefined, start: () => undefined, visit: () => undefined,
  drop: () => () => undefined })

/** Remembers the list that documents are opened from one after the other, as long as the page lives. */
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

/** Takes a document, which was decided, out of the list that it was opened from; the answer puts it back. */
export const useDropFromSequence = (): SequenceState['drop'] => useContext(SequenceContext).drop

/** Remembers a list and its order, before one of its documents is opened. */
export const useStartSequence = (): SequenceState['start'] => useContext(SequenceContext).start

/** Tells that a document is looked at. */
export function useVisit(procInstId: string): void {
  const { visit } = useContext(SequenceContext)
  useEffect(() => void visit(procInstId), [visit, procInstId])
}

/**
 * Finds where a list goes on: at the document of it that was looked at last, or at the first after that which is still in the
 * list. Returns one of the ids given; nothing where no document was opened from here.
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
  /** From 1, within the whole list. */
  readonly number: number
  readonly total: number
  readonly list: string
  /** Addresses of the neighbours. */
  readonly previous?: string
  readonly next?: string
}

/** The position of a document in the list that it was opened from; undefined for one that was opened otherwise. */
export function usePosition(procInstId: string): Position | undefined {
  const { sequence } = useContext(SequenceContext)
  const index = sequence?.steps.findIndex((step) => step.procInstId === procInstId) ?? -1
  if (!sequence || index < 0) return undefined
  const { steps, before, total, list } = sequence
  return { number: before + index + 1, total: Math.max(total, before + steps.length), list, previous: steps[index - 1]?.address,
    next: steps[index + 1]?.address }
}
