import { parentPort } from 'node:worker_threads'
import { parseMail } from './parse.ts'

// what was not foreseen ends the thread, which the parent hears of
parentPort?.on('message', (bytes: Uint8Array) => void answer(bytes))

async function answer(bytes: Uint8Array): Promise<void> {
  const mail = await parseMail(bytes)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(mail)
}
