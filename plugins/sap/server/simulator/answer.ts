import type { Faults } from './faults.ts'
import type { SimulatorStore } from './store.ts'

/** An answer of the simulator; undefined closes the connection. */
export interface SimulatorAnswer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string | readonly string[]>>
  readonly body?: string
}

/** Initial records by service and set. */
export type Masters = (set: string) => Promise<readonly Readonly<Record<string, unknown>>[]>

/** The parts that every request needs. */
export interface SimulatorContext {
  readonly store: SimulatorStore
  readonly faults: Faults
  readonly masters: Masters
  readonly window: number
  readonly unsupported: readonly string[]
  readonly now: () => Date
  /** Running requests by id; a second one with the same id waits for the first. */
  readonly underWay: Map<string, Promise<SimulatorAnswer | undefined>>
  /** Uncommitted changes of function sessions. */
  readonly sessions: Map<string, () => void>
}

export const jsonType = { 'content-type': 'application/json' } as const

/** The error body of version 2 without details. */
export const errorText = (code: string, message: string): string =>
  JSON.stringify({ error: { code, message: { lang: 'en', value: message } } })
