import { Refused } from '#kernel/errors.ts'
import { WorkerBusy, workerQueue } from '#server/concurrency/worker-queue.ts'
import type { ParsedMail } from './parse.ts'

const ask = workerQueue<Uint8Array, ParsedMail>({ file: new URL('./worker.ts', import.meta.url), timeout: 30_000, memory: 256, growth: 800,
  longestQueue: 16, kept: 30_000 })

/**
 * Takes a mail apart in a thread with limits of time and memory.
 * @throws Refused where too many wait, and for a mail that is too much for the thread
 */
export async function readMail(bytes: Uint8Array): Promise<ParsedMail> {
  return ask(bytes).catch((error: unknown) => {
    throw new Refused(error instanceof WorkerBusy ? 'vouchers.busy' : 'vouchers.mailFailed')
  })
}
