import type { Db } from '#server/database/tables.ts'
import type { DocumentHost } from '#server/documents/host.ts'

/** Work that is repeated periodically, by any instance. */
export interface Job {
  /** Unique among all jobs of the product. */
  readonly name: string
  /** Interval, ms, counted from 1970: a daily job runs at 08:00 in Shanghai. */
  readonly every: number
  /**
   * May be repeated after an interruption, or in parallel with an instance that was considered dead: each step must be a transaction that
   * leaves nothing to do for a repetition.
   */
  run(work: JobWork): Promise<void>
}

export interface JobWork {
  readonly host: DocumentHost
  readonly db: Db
  readonly at: Date
  /** Aborted when the product shuts down, or another instance has taken over: the job should end soon. */
  readonly signal: AbortSignal
}

/** Converts minutes to milliseconds, for `every`. */
export const minutes = (count: number): number => count * 60_000
/** Converts hours to milliseconds, for `every`. */
export const hours = (count: number): number => minutes(count * 60)
