import type { Db } from '#server/database/tables.ts'
import type { DocumentHost } from '#server/documents/host.ts'

/** Work that comes again and again, by whichever instance is there. */
export interface Job {
  /** Unique among all jobs of the product. */
  readonly name: string
  /** Milliseconds from one time to the next, counted from 1970: a day's job comes at 08:00 in Shanghai. */
  readonly every: number
  /**
   * May be done again after it was cut short, and beside another instance that was thought dead: each step belongs in
   * a transaction that leaves nothing to do for whoever does it again.
   */
  run(work: JobWork): Promise<void>
}

export interface JobWork {
  readonly host: DocumentHost
  readonly db: Db
  readonly at: Date
  /** Aborted when the product stops, or when the work has passed to another instance: end soon. */
  readonly signal: AbortSignal
}

/** Minutes in milliseconds, as `every` of a job counts. */
export const minutes = (count: number): number => count * 60_000
/** Hours in milliseconds, as `every` of a job counts. */
export const hours = (count: number): number => minutes(count * 60)
