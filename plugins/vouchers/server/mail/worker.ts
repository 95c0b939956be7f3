import { parentPort } from 'node:worker_threads'
import { parseMail } from './parse.ts'

// an unexpected failure ends the thread, which the parent notices
parentPort?.on('message', (bytes: Uint8Array) => void answer(bytes))

async function answer(bytes: Uint8Array): Promise<void> {
  const mail = await parseMail(bytes)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(mail)
}
