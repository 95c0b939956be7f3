import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Call, Load, Outcome } from './clients.ts'

export type { Call }

interface Posts {
  readonly url: string
  readonly headers: Call['headers']
  /** Request bodies, one call each. */
  readonly bodies: readonly string[]
  readonly clients: number
}

/** Posts the bodies from another process. @throws Error where a call fails */
export const send = ({ url, headers, bodies, clients }: Posts): Promise<Outcome> =>
  sendAll({ calls: bodies.map((body) => ({ method: 'POST', url, headers, body })), clients })

/** Like `send`, for calls that differ in more than their bodies. */
export async function sendAll(load: Load): Promise<Outcome> {
  const sender = openSender()
  return sender.send(load).finally(() => sender.close())
}

/** Sends loads sequentially from one process. */
export interface Sender {
  /** @throws Error where a call fails */
  send(load: Load): Promise<Outcome>
  close(): void
}

/** Starts a process that sends calls, so that their cost is not measured. */
export function openSender(): Sender {
  const child = fork(fileURLToPath(new URL('./clients.ts', import.meta.url)), { execArgv: ['--import', 'tsx'] })
  return {
    async send(load) {
      child.send(load)
      const [outcome] = (await once(child, 'message')) as [Outcome]
      if (outcome.failures.length > 0) throw new Error(`${outcome.failures.length} calls failed, the first with ${outcome.failures[0]}`)
      return outcome
    },
    close: () => void child.kill(),
  }
}

/** The quantile of values, e.g. the median for 0.5. */
export function share(values: readonly number[], part: number): number {
  const sorted = values.toSorted((left, right) => left - right)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}
