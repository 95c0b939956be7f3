import { workerQueue } from '#server/concurrency/worker-queue.ts'
import type { PictureAnswer, PictureSheet } from './sheet.ts'

/** A picture takes some hundred milliseconds, most of them for the fonts. */
const draw = workerQueue<PictureSheet, PictureAnswer>({ file: new URL('./worker.ts', import.meta.url), timeout: 30_000, memory: 256,
  longestQueue: 64, kept: 20_000 })

/** A picture as PNG, made in a thread of its own. @throws Error where the thread fails or too many pictures wait */
export async function drawPicture(sheet: PictureSheet): Promise<Buffer> {
  const drawn = await draw(sheet)
  if ('png' in drawn) return Buffer.from(drawn.png)
  throw new Error(drawn.error)
}
