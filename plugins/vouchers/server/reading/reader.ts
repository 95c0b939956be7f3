import { availableParallelism } from 'node:os'
import { Refused } from '#kernel/errors.ts'
import { WorkerBusy, workerQueue } from '#server/concurrency/worker-queue.ts'
import type { IncomingFile } from './read.ts'
import type { FileReading } from './voucher.ts'

/** Goes up with each change of the reading by which a file may say something else. */
export const readerVersion = 3

/** One thread stays free for others while one person's files are read. */
const threads = Math.min(4, Math.max(2, availableParallelism() - 1))

const ask = workerQueue<IncomingFile, FileReading>({ file: new URL('./worker.ts', import.meta.url), timeout: 30_000, memory: 256,
  growth: 800, longestQueue: 96, mostOfOne: 24, budgetOfOne: 120_000, threads, kept: 30_000 })

/**
 * Reads a file in a thread with limits of time and memory; people take turns, small files before large ones.
 * @param person whose turn it is
 * @throws Refused where too many wait, where one person had too much read lately, and for a file that is too much for the thread
 */
export async function readVouchers(file: IncomingFile, person: string): Promise<FileReading> {
  return ask(file, { by: person, cost: file.bytes.length }).catch((error: unknown) => {
    throw new Refused(error instanceof WorkerBusy ? 'vouchers.busy' : 'vouchers.failed')
  })
}
