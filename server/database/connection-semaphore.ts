import { semaphore } from '#server/concurrency/semaphore.ts'
import { DatabaseBusy } from './errors.ts'

interface ConnectionSemaphoreOptions {
  /** Works that run at a time. */
  readonly places: number
  /** Milliseconds that a caller waits for a place. */
  readonly timeout: number
}

/** Does the work as soon as there is a place. @throws DatabaseBusy when there was none in time */
export type ConnectionSemaphore = <Result>(work: () => Promise<Result>) => Promise<Result>

/** Keeps a rush of long works from taking every connection from short ones. */
export const connectionSemaphore = ({ places, timeout }: ConnectionSemaphoreOptions): ConnectionSemaphore =>
  semaphore(places, { timeout, refuse: () => new DatabaseBusy() }).run
