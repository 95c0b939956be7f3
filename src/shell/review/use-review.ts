import { useState } from 'react'
import type { DocumentRow } from '#approval/wire/document-row.ts'
import type { QueueState } from '../documents/batch/pass-queue.ts'

/** The outcome of a document while it was reviewed. */
export type Verdict = 'passed' | 'returned' | 'other' | 'moved'

export interface Review {
  readonly rows: readonly DocumentRow[]
  /** Absent once everything is decided. */
  readonly current: DocumentRow | undefined
  readonly verdicts: ReadonlyMap<string, Verdict>
  /** Rows that nothing was decided about. */
  readonly left: readonly DocumentRow[]
  move(step: 1 | -1): void
  to(id: string): void
  /** Goes on to the next that is undecided, from the row on to the end and then from the first. */
  goOn(from: string): void
  decide(id: string, verdict: Verdict): void
}

/**
 * Documents gone through one after the other. They keep their place once decided; what was called back, or what the server refused, is
 * undecided again.
 */
export function useReview(rows: readonly DocumentRow[], { gone }: Pick<QueueState, 'gone'>): Review {
  const [at, setAt] = useState<string>()
  const [decided, setDecided] = useState<ReadonlyMap<string, Verdict>>(new Map())
  const verdicts = new Map<string, Verdict>([...decided, ...[...gone].map((id) => [id, 'passed'] as const)])
  const left = rows.filter(({ id }) => !verdicts.has(id))
  const current = left.length === 0 ? undefined : (rows.find(({ id }) => id === at) ?? left[0])
  const goOn = (from: string) => {
    const index = rows.findIndex(({ id }) => id === from)
    const ahead = [...rows.slice(index + 1), ...rows.slice(0, index)]
    setAt(ahead.find(({ id }) => !verdicts.has(id))?.id)
  }
  return {
    rows,
    current,
    verdicts,
    left,
    goOn,
    to: setAt,
    move(step) {
      const next = rows[rows.findIndex(({ id }) => id === current?.id) + step]
      if (next) setAt(next.id)
    },
    decide(id, verdict) {
      setDecided((before) => new Map([...before, [id, verdict]]))
      goOn(id)
    },
  }
}
