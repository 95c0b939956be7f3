import { parentPort, workerData } from 'node:worker_threads'
import { parseWorkbook } from './parse.ts'
import { type Sheet, Unreadable } from './sheet.ts'

/** The worker's answer when it is done. */
export type Parsed = { readonly sheet: Sheet } | { readonly code: string; readonly parameters: Readonly<Record<string, string | number>> }

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort?.postMessage(await parsed(workerData as Uint8Array))

async function parsed(bytes: Uint8Array): Promise<Parsed> {
  try {
    return { sheet: await parseWorkbook(bytes) }
  } catch (error) {
    if (error instanceof Unreadable) return { code: error.code, parameters: error.parameters }
    throw error
  }
}
