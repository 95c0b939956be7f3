import { availableParallelism } from 'node:os'
import { Refused } from '#kernel/errors.ts'
import { WorkerBusy, workerQueue } from '#server/concurrency/worker-queue.ts'
import type { VoucherReaderFile } from '../extension-points.ts'
import type { IncomingFile } from './read.ts'
import type { FileReading } from './voucher.ts'

/** Version of the reader; incremented with each change that may alter readings. */
export const readerVersion = 3

/** Number of worker threads; one stays available to others while one person's files are read. */
const threads = Math.min(4, Math.max(2, availableParallelism() - 1))

/** A file to read, and the readers beyond the shipped ones. */
export interface ReadingQuestion {
  readonly file: IncomingFile
  /** Addresses of the files with further readers. */
  readonly readers: readonly string[]
}

const ask = workerQueue<ReadingQuestion, FileReading>({ file: new URL('./worker.ts', import.meta.url), timeout: 30_000, memory: 256,
  growth: 800, longestQueue: 96, mostOfOne: 24, budgetOfOne: 120_000, threads, kept: 30_000 })

/**
 * Reads a file in a worker thread with time and memory limits; the queue is fair between persons and prefers small files.
 * @param person id of the user for the fair queue
 * @param readers further readers, of modules
 * @throws Refused if the queue is full, the person's quota is exhausted, or the file exceeds the limits
 */
export async function readVouchers(file: IncomingFile, person: string, readers: readonly VoucherReaderFile[]): Promise<FileReading> {
  return ask({ file, readers: readers.map(({ file: address }) => address) }, { by: person, cost: file.bytes.length }).catch(
    (error: unknown) => {
      throw new Refused(error instanceof WorkerBusy ? 'vouchers.busy' : 'vouchers.failed')
    },
  )
}
