import type { Faults } from './faults.ts'
import type { SimulatorStore } from './store.ts'

/** An answer of the simulator; without one, it hangs up. */
export interface SimulatorAnswer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string | readonly string[]>>
  readonly body?: string
}

/** Records that were there before, by service and set. */
export type Masters = (set: string) => Promise<readonly Readonly<Record<string, unknown>>[]>

/** The parts that every request needs. */
export interface SimulatorContext {
  readonly store: SimulatorStore
  readonly faults: Faults
  readonly masters: Masters
  readonly window: number
  readonly unsupported: readonly string[]
  readonly now: () => Date
  /** Requests under way, by their ids: a second one of the same id waits for the first. */
  readonly underWay: Map<string, Promise<SimulatorAnswer | undefined>>
  /** Sessions of functions: what they have done and not committed. */
  readonly sessions: Map<string, () => void>
}

export const jsonType = { 'content-type': 'application/json' } as const

/** The error body of version 2 without details. */
export const errorText = (code: string, message: string): string =>
  JSON.stringify({ error: { code, message: { lang: 'en', value: message } } })
