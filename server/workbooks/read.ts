import { Refused } from '#kernel/errors.ts'
import { sourceThread } from '../source-thread.ts'
import type { Sheet } from './sheet.ts'
import type { Parsed } from './worker.ts'

/** Milliseconds that one file may take; 500 kB take well below a second. */
const timeout = 15_000
/** Memory of the worker, MB. */
const memory = 384
/** Files that may wait for the one that is read. */
const longestQueue = 8

let waiting = 0
let last: Promise<unknown> = Promise.resolve()

/**
 * Reads the first visible sheet of a workbook in a worker with limits of memory and time: a hostile file ends the
 * worker, not the product. One file at a time in a process.
 * @throws Refused `workbooks.…` for what cannot be read, and where too many wait
 */
export async function readWorkbook(bytes: Uint8Array): Promise<Sheet> {
  if (waiting >= longestQueue) throw new Refused('workbooks.busy')
  waiting += 1
  const turn = last.then(() => parse(bytes))
  last = turn.catch(() => undefined)
  try {
    return await turn
  } finally {
    waiting -= 1
  }
}

async function parse(bytes: Uint8Array): Promise<Sheet> {
  const parsed = await inWorker(bytes)
  if ('sheet' in parsed) return parsed.sheet
  throw new Refused(parsed.code, parsed.parameters)
}

function inWorker(bytes: Uint8Array): Promise<Parsed> {
  const worker = sourceThread(new URL('./worker.ts', import.meta.url), {
    workerData: bytes,
    resourceLimits: { maxOldGenerationSizeMb: memory, maxYoungGenerationSizeMb: 64, stackSizeMb: 4 },
  })
  return new Promise<Parsed>((resolve, reject) => {
    const timer = setTimeout(() => end(() => reject(new Refused('workbooks.tooLargeInside'))), timeout)
    const end = (tell: () => void) => {
      clearTimeout(timer)
      tell()
      void worker.terminate()
    }
    worker.once('message', (parsed: Parsed) => end(() => resolve(parsed)))
    worker.once('error', (error: unknown) => end(() => reject(isOutOfMemory(error) ? new Refused('workbooks.tooLargeInside') : new Refused('workbooks.damaged'))))
    worker.once('exit', () => end(() => reject(new Refused('workbooks.damaged'))))
  })
}

const isOutOfMemory = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
