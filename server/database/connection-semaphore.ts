import { semaphore } from '#server/concurrency/semaphore.ts'
import { DatabaseBusy } from './errors.ts'

interface ConnectionSemaphoreOptions {
  /** Maximum number of concurrent tasks. */
  readonly places: number
  /** Milliseconds that a caller waits for a place. */
  readonly timeout: number
}

/** Runs the work once a place is free. @throws DatabaseBusy after the timeout */
export type ConnectionSemaphore = <Result>(work: () => Promise<Result>) => Promise<Result>

/** Limits long-running work, so that it does not take all connections from short calls. */
export const connectionSemaphore = ({ places, timeout }: ConnectionSemaphoreOptions): ConnectionSemaphore =>
  semaphore(places, { timeout, refuse: () => new DatabaseBusy() }).run
