import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Load, Outcome } from './clients.ts'

/** Sends a load from another process. @throws Error when a call fails */
export async function send(load: Load): Promise<Outcome> {
  const child = fork(fileURLToPath(new URL('./clients.ts', import.meta.url)), { execArgv: ['--import', 'tsx'] })
  child.send(load)
  const [outcome] = (await once(child, 'message')) as [Outcome]
  child.kill()
  if (outcome.failures.length > 0) throw new Error(`${outcome.failures.length} calls failed, the first with ${outcome.failures[0]}`)
  return outcome
}

/** The value below which this share of the sorted values lies. */
export const share = (sorted: readonly number[], part: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
