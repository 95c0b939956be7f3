import { parentPort } from 'node:worker_threads'
import { type IncomingFile, readFile } from './read.ts'

// an unexpected failure ends the worker; the parent handles its exit
parentPort?.on('message', (file: IncomingFile) => void answer(file))

async function answer(file: IncomingFile): Promise<void> {
  const reading = await readFile(file)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(reading)
}
