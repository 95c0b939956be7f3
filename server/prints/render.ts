import type { Worker } from 'node:worker_threads'
import { Refused } from '../../src/kernel/errors.ts'
import { sourceThread } from '../source-thread.ts'
import type { Printout } from './printout.ts'
import type { Rendered } from './worker.ts'

/** How long one print may take, ms; a few pages take well below a second. */
const patience = 30_000
/** Memory of the worker, MB; the two fonts alone take 20. */
const memory = 512
/** Prints that may wait for the one that is made. */
const longestQueue = 16
/** A worker that has read the fonts is kept for the next print, ms. */
const kept = 60_000

let waiting = 0
let last: Promise<unknown> = Promise.resolve()
let idle: { readonly worker: Worker; readonly timer: NodeJS.Timeout } | undefined

/**
 * Makes a PDF of a printout in a worker with limits of memory and time, so that the calls of others go on. One at a
 * time in a process.
 * @throws Refused `prints.…` where too many wait, and for a sheet that is too much for the worker
 */
export async function renderPdf(printout: Printout): Promise<Buffer> {
  if (waiting >= longestQueue) throw new Refused('prints.busy')
  waiting += 1
  const turn = last.then(() => inWorker(printout))
  last = turn.catch(() => undefined)
  try {
    const rendered = await turn
    if ('pdf' in rendered) return Buffer.from(rendered.pdf)
    throw new Refused('prints.failed')
  } finally {
    waiting -= 1
  }
}

async function inWorker(printout: Printout): Promise<Rendered> {
  const worker = taken() ?? started()
  try {
    const rendered = await answerOf(worker, printout)
    keep(worker)
    return rendered
  } catch {
    void worker.terminate()
    throw new Refused('prints.failed')
  }
}

function answerOf(worker: Worker, printout: Printout): Promise<Rendered> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => end(() => reject(new Error('A print took too long'))), patience)
    const end = (tell: () => void) => {
      clearTimeout(timer)
      deafen(worker)
      tell()
    }
    worker.once('message', (rendered: Rendered) => end(() => resolve(rendered)))
    worker.once('error', (error) => end(() => reject(error)))
    worker.once('exit', () => end(() => reject(new Error('The worker of prints ended'))))
    worker.ref()
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    worker.postMessage(printout)
  })
}

/** Nothing but our own: a thread has listeners of its own beside them. */
function deafen(worker: Worker): void {
  for (const event of ['message', 'error', 'exit']) worker.removeAllListeners(event)
}

const started = (): Worker =>
  sourceThread(new URL('./worker.ts', import.meta.url), { resourceLimits: { maxOldGenerationSizeMb: memory, maxYoungGenerationSizeMb: 64, stackSizeMb: 4 } })

function taken(): Worker | undefined {
  const worker = idle?.worker
  clearTimeout(idle?.timer)
  if (worker) deafen(worker)
  idle = undefined
  return worker
}

/** Keeps the worker, not the process: that may end meanwhile. */
function keep(worker: Worker): void {
  const forget = () => {
    if (idle?.worker === worker) idle = undefined
  }
  const timer = setTimeout(() => {
    forget()
    void worker.terminate()
  }, kept).unref()
  worker.once('error', forget)
  worker.once('exit', forget)
  worker.unref()
  idle = { worker, timer }
}
