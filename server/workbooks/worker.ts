import { parentPort } from 'node:worker_threads'
import { parseWorkbook } from './parse.ts'
import { type Sheet, Unreadable } from './sheet.ts'

/** The worker's answer. */
export type WorkbookAnswer = { readonly sheet: Sheet } | { readonly code: string;
  readonly parameters: Readonly<Record<string, string | number>> }

// an unexpected failure ends the thread, which the parent detects
parentPort?.on('message', (bytes: Uint8Array) => void answer(bytes))

async function answer(bytes: Uint8Array): Promise<void> {
  const parsed = await parsedOf(bytes)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(parsed)
}

async function parsedOf(bytes: Uint8Array): Promise<WorkbookAnswer> {
  try {
    return { sheet: await parseWorkbook(bytes) }
  } catch (error) {
    if (error instanceof Unreadable) return { code: error.code, parameters: error.parameters }
    throw error
  }
}
