import { parentPort } from 'node:worker_threads'
import excel from 'exceljs'
import { addLists, type ColumnLists } from '../template/lists.ts'

/** A company's workbook, and what is added to it. */
export interface OwnTemplate {
  readonly content: Uint8Array
  readonly headerRow: number
  readonly lists: ColumnLists
}

// an unexpected failure ends the thread, which the parent notices
parentPort?.on('message', (template: OwnTemplate) => void answer(template))

async function answer({ content, headerRow, lists }: OwnTemplate): Promise<void> {
  const workbook = new excel.Workbook()
  await workbook.xlsx.load(Uint8Array.from(content).buffer)
  const data = workbook.worksheets.find(({ state }) => state === 'visible')
  if (!data) throw new Error('No visible sheet')
  addLists(workbook, data, lists, headerRow)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(new Uint8Array(await workbook.xlsx.writeBuffer()))
}
