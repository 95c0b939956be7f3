import type { NamedPerson } from './person.ts'

/** A changed field of the header or of a row (by id), or a row that was added (`before` null) or removed (`after` null). */
export interface RoundDifference {
  /** Path: `title`, `items.amount`, or `items` for a whole row. */
  readonly field: string
  readonly row?: string
  /** Number of the row, from 1, in the value that contains it. */
  readonly rowNumber?: number
  readonly before: unknown
  readonly after: unknown
}

/** A change made by an approver in a round. */
export interface Edit<By = NamedPerson> extends RoundDifference {
  readonly by: By
  /** yyyy-MM-dd HH:mm:ss */
  readonly at: string
  readonly nodeId: string | null
}

/** One filing of a document, with its changes against the end of the previous round. */
export interface Round<By = NamedPerson> {
  readonly round: number
  readonly startedAt: string
  /** Time at which it ended or was sent back to be filed again; null while it runs. */
  readonly endedAt: string | null
  readonly changes: readonly RoundDifference[]
  /** Changes by approvers, in chronological order. */
  readonly edits: readonly Edit<By>[]
}
