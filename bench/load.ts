import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Call, Load, Outcome } from './clients.ts'

export type { Call }

interface Posts {
  readonly url: string
  readonly headers: Call['headers']
  /** One call each. */
  readonly bodies: readonly string[]
  readonly clients: number
}

/** Posts one body after the other from another process. @throws Error when a call fails */
export const send = ({ url, headers, bodies, clients }: Posts): Promise<Outcome> =>
  sendAll({ calls: bodies.map((body) => ({ method: 'POST', url, headers, body })), clients })

/** The same for calls that differ in more than their bodies. */
export async function sendAll(load: Load): Promise<Outcome> {
  const sender = openSender()
  return sender.send(load).finally(() => sender.close())
}

/** Sends one load after the other from the same process. */
export interface Sender {
  /** @throws Error when a call fails */
  send(load: Load): Promise<Outcome>
  close(): void
}

/** Starts a process that sends calls, so that the measured one does not send them itself. */
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

/** The value below which this share of the values lies. */
export function share(values: readonly number[], part: number): number {
  const sorted = values.toSorted((left, right) => left - right)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}
