import { createReadStream } from 'node:fs'
import { parentPort } from 'node:worker_threads'
import { parseMail } from './parse.ts'

/** A mail that lies on the disk, or the beginning of one. */
export type MailQuestion = { readonly path: string } | Uint8Array

// an unexpected failure ends the worker; the parent handles its exit
parentPort?.on('message', (question: MailQuestion) => void answer(question))

async function answer(question: MailQuestion): Promise<void> {
  const mail = await parseMail(question instanceof Uint8Array ? question : createReadStream(question.path))
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(mail)
}
