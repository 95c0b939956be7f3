import { Refused } from '#kernel/errors.ts'
import { WorkerBusy, workerQueue } from '#server/concurrency/worker-queue.ts'
import type { IncomingFile } from './read.ts'
import type { FileReading } from './voucher.ts'

/** Goes up with each change of the reading by which a file may say something else. */
export const readerVersion = 2

const ask = workerQueue<IncomingFile, FileReading>({ file: new URL('./worker.ts', import.meta.url), timeout: 30_000, memory: 256,
  growth: 800, longestQueue: 32, kept: 30_000 })

/**
 * Reads a file in a thread with limits of time and memory.
 * @throws Refused where too many wait, and for a file that is too much for the thread
 */
export async function readVouchers(file: IncomingFile): Promise<FileReading> {
  return ask(file).catch((error: unknown) => {
    throw new Refused(error instanceof WorkerBusy ? 'vouchers.busy' : 'vouchers.failed')
  })
}
