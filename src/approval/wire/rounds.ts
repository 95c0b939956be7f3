import type { NamedPerson } from './person.ts'

/** A field that differs: of the header, of a row by its id, or a row that came (`before` null) or went (`after` null). */
export interface RoundDifference {
  /** `title`, `items.amount`, or `items` for a whole row. */
  readonly field: string
  readonly row?: string
  /** Counted from 1, in the value that has the row. */
  readonly rowNumber?: number
  readonly before: unknown
  readonly after: unknown
}

/** A change of an approver in a round. */
export interface Edit<By = NamedPerson> extends RoundDifference {
  readonly by: By
  /** yyyy-MM-dd HH:mm:ss */
  readonly at: string
  readonly nodeId: string | null
}

/** One filing of a document, with what differs from how the round before it ended. */
export interface Round<By = NamedPerson> {
  readonly round: number
  readonly startedAt: string
  /** When it ended or went back to be filed again; null while it runs. */
  readonly endedAt: string | null
  readonly changes: readonly RoundDifference[]
  /** In the order in which they were made. */
  readonly edits: readonly Edit<By>[]
}
