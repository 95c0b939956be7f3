import { useState } from 'react'
import type { DocumentRow } from '#approval/wire/document-row.ts'
import type { QueueState } from '../documents/batch/pass-queue.ts'

/** The decision about a document in the review. */
export type Verdict = 'passed' | 'returned' | 'other' | 'moved'

export interface Review {
  readonly rows: readonly DocumentRow[]
  /** Absent when all documents are decided. */
  readonly current: DocumentRow | undefined
  readonly verdicts: ReadonlyMap<string, Verdict>
  /** Undecided rows. */
  readonly left: readonly DocumentRow[]
  move(step: 1 | -1): void
  to(id: string): void
  /** Selects the next undecided row after this one, wrapping around. */
  goOn(from: string): void
  decide(id: string, verdict: Verdict): void
}

/** State of a review. Decided documents keep their place; undone or refused decisions are undecided again. */
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
