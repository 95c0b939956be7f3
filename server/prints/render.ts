import { Refused } from '#kernel/errors.ts'
import { WorkerBusy, workerQueue } from '#server/concurrency/worker-queue.ts'
import type { PrintJob, Printout } from './printout.ts'
import type { RenderAnswer } from './worker.ts'

/** A few pages take well below a second; the two fonts take 20 MB. */
const render = workerQueue<PrintJob, RenderAnswer>({
  file: new URL('./worker.ts', import.meta.url),
  timeout: 60_000,
  memory: 512,
  longestQueue: 16,
  kept: 60_000,
})

/**
 * Renders a PDF in a worker thread with limits of memory and time, one at a time per process, so that other calls are not blocked.
 * @throws Refused `prints.…` for a full queue, and for a sheet that exceeds the limits
 */
export async function renderJob(job: PrintJob): Promise<Buffer> {
  const rendered = await render(job).catch((error: unknown) => {
    throw new Refused(error instanceof WorkerBusy ? 'prints.busy' : 'prints.failed')
  })
  if ('pdf' in rendered) return Buffer.from(rendered.pdf)
  throw new Refused('prints.failed')
}

/**
 * The PDF of one document, or of several, each starting on a new page. Where a photo cannot be rendered, the print is repeated without
 * photos.
 */
export async function renderPdf(...printouts: readonly Printout[]): Promise<Buffer> {
  try {
    return await renderJob({ kind: 'documents', printouts })
  } catch (error) {
    if (!(error instanceof Refused && error.code === 'prints.failed' && printouts.some(({ pictures = [] }) => pictures.length > 0)))
      throw error
    return renderJob({ kind: 'documents', printouts: printouts.map((printout) => ({ ...printout, pictures: [] })) })
  }
}
