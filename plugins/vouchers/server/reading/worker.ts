import { parentPort } from 'node:worker_threads'
import { type GivenFile, readFile } from './read.ts'

// what was not foreseen ends the thread, which the parent hears of
parentPort?.on('message', (file: GivenFile) => void answer(file))

async function answer(file: GivenFile): Promise<void> {
  const reading = await readFile(file)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(reading)
}
