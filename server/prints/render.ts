import { Refused } from '#kernel/errors.ts'
import { WorkerBusy, workerQueue } from '../worker-queue.ts'
import type { Printout } from './printout.ts'
import type { Rendered } from './worker.ts'

/** A few pages take well below a second; the two fonts alone take 20 MB. */
const render = workerQueue<Printout, Rendered>({
  file: new URL('./worker.ts', import.meta.url),
  timeout: 30_000,
  memory: 512,
  longestQueue: 16,
  kept: 60_000,
})

/**
 * Makes a PDF of a printout in a worker with limits of memory and time, so that the calls of others go on. One at a
 * time in a process.
 * @throws Refused `prints.…` where too many wait, and for a sheet that is too much for the worker
 */
export async function renderPdf(printout: Printout): Promise<Buffer> {
  const rendered = await render(printout).catch((error: unknown) => {
    throw new Refused(error instanceof WorkerBusy ? 'prints.busy' : 'prints.failed')
  })
  if ('pdf' in rendered) return Buffer.from(rendered.pdf)
  throw new Refused('prints.failed')
}
