import { workerQueue } from '#server/concurrency/worker-queue.ts'
import type { PictureAnswer, PictureSheet } from './sheet.ts'

/** Worker queue for rendering; a picture takes some hundred milliseconds, mostly for loading fonts. */
const draw = workerQueue<PictureSheet, PictureAnswer>({ file: new URL('./worker.ts', import.meta.url), timeout: 30_000, memory: 256,
  longestQueue: 64, kept: 20_000 })

/** Renders a picture as PNG in a worker thread. @throws Error if the thread fails or its queue is full */
export async function drawPicture(sheet: PictureSheet): Promise<Buffer> {
  const drawn = await draw(sheet)
  if ('png' in drawn) return Buffer.from(drawn.png)
  throw new Error(drawn.error)
}
