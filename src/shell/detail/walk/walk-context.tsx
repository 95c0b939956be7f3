import { createContext, useContext, useEffect, useMemo, useState, type ReactNode } from 'react'

/** The documents of a list in the order in which they stood there, when one of them was opened. */
export interface Walk {
  /** The list's address with its filters. */
  readonly list: string
  /** What each document's page is found at, by its process instance. */
  readonly steps: readonly { readonly procInstId: string; readonly address: string }[]
  /** Rows of the list before the first step. */
  readonly before: number
  readonly total: number
}

interface Walking {
  readonly walk: Walk | undefined
  /** The document that was looked at last. */
  readonly at: string | undefined
  /** A document is opened from a list. */
  begin(walk: Walk): void
  visit(procInstId: string): void
}

const WalkContext = createContext<Walking>({ walk: undefined, at: undefined, begin: () => undefined, visit: () => undefined })

/** Remembers, as long as the page lives, which list is being walked through. */
export function WalkProvider({ children }: { children: ReactNode }) {
  const [walk, begin] = useState<Walk>()
  const [at, visit] = useState<string>()
  return <WalkContext value={useMemo(() => ({ walk, at, begin, visit }), [walk, at])}>{children}</WalkContext>
}

export const useBeginWalk = (): Walking['begin'] => useContext(WalkContext).begin

/** Tells that a document is looked at. */
export function useVisit(procInstId: string): void {
  const { visit } = useContext(WalkContext)
  useEffect(() => void visit(procInstId), [visit, procInstId])
}

/**
 * Where a list goes on: at the document that was looked at last on the walk from it, or at the first after it that is still
 * in the list. Answers one of the ids given; nothing where no walk began here.
 */
export function useReturn(list: string): (present: readonly string[]) => string | undefined {
  const { walk, at } = useContext(WalkContext)
  return (present) => {
    if (walk?.list !== list || at === undefined) return undefined
    const steps = walk.steps.map(({ procInstId }) => procInstId)
    return steps.slice(Math.max(0, steps.indexOf(at))).find((id) => present.includes(id))
  }
}

interface Position {
  /** From 1, within the whole list. */
  readonly number: number
  readonly total: number
  readonly list: string
  /** Addresses of the neighbours. */
  readonly previous?: string
  readonly next?: string
}

/** Where a document stands in the list that it was opened from; nothing for one that was opened otherwise. */
export function usePosition(procInstId: string): Position | undefined {
  const { walk } = useContext(WalkContext)
  const index = walk?.steps.findIndex((step) => step.procInstId === procInstId) ?? -1
  if (!walk || index < 0) return undefined
  const { steps, before, total, list } = walk
  return { number: before + index + 1, total: Math.max(total, before + steps.length), list, previous: steps[index - 1]?.address, next: steps[index + 1]?.address }
}
