import { Refused } from '#kernel/errors.ts'
import { WorkerBusy, WorkerFailed, workerQueue } from '#server/concurrency/worker-queue.ts'
import type { Sheet } from './sheet.ts'
import type { WorkbookAnswer } from './worker.ts'

/** A file of 500 kB takes well below a second. */
const ask = workerQueue<Uint8Array, WorkbookAnswer>({ file: new URL('./worker.ts', import.meta.url), timeout: 15_000, memory: 384,
  longestQueue: 8, kept: 30_000 })

/**
 * Reads the first visible sheet of a workbook in a worker thread with limits of memory and time, so that a malicious file only ends the
 * worker. One file at a time per process.
 * @throws Refused `workbooks.…` for an unreadable file, and for a full queue
 */
export async function readWorkbook(bytes: Uint8Array): Promise<Sheet> {
  const parsed = await ask(bytes).catch((error: unknown) => {
    throw new Refused(refusalOf(error))
  })
  if ('sheet' in parsed) return parsed.sheet
  throw new Refused(parsed.code, parsed.parameters)
}

function refusalOf(error: unknown): string {
  if (error instanceof WorkerBusy) return 'workbooks.busy'
  const tooLarge = error instanceof WorkerFailed && (error.cause === undefined || isOutOfMemory(error.cause))
  return tooLarge ? 'workbooks.tooLargeInside' : 'workbooks.damaged'
}

const isOutOfMemory = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
