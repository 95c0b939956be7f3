import { parentPort } from 'node:worker_threads'
import { readFile, type ReadsVouchers } from './read.ts'
import type { ReadingQuestion } from './reader.ts'

// an unexpected failure ends the worker; the parent handles its exit
parentPort?.on('message', (question: ReadingQuestion) => void answer(question))

async function answer({ file, readers }: ReadingQuestion): Promise<void> {
  const further = await Promise.all(
    readers.map(async (address) => ((await import(address)) as { readVouchers: ReadsVouchers }).readVouchers),
  )
  const reading = await readFile(file, further)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(reading)
}
