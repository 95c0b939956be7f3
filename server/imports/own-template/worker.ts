import { parentPort } from 'node:worker_threads'
import excel from 'exceljs'
import { openArchive } from '#server/workbooks/archive.ts'
import { bytesOf } from '#server/workbooks/writer.ts'
import { addLists, type ColumnLists } from '../template/lists.ts'
import { lostContents, type WorkbookContent, workbookContents } from './workbook-contents.ts'

/** A company's workbook, with the lists to add. */
export interface OwnTemplate {
  readonly content: Uint8Array
  readonly headerRow: number
  readonly lists: ColumnLists
  /** Whether to compare the contents of the workbook with those of the filled one. @default false */
  readonly compares?: boolean
}

/** The workbook with its lists, and its lost contents. */
export interface FilledTemplate {
  readonly content: Uint8Array
  readonly lost: readonly WorkbookContent[]
}

// an unexpected failure ends the thread, which the parent detects
parentPort?.on('message', (template: OwnTemplate) => void answer(template))

async function answer({ content, headerRow, lists, compares }: OwnTemplate): Promise<void> {
  const workbook = new excel.Workbook()
  await workbook.xlsx.load(Uint8Array.from(content).buffer)
  const data = workbook.worksheets.find(({ state }) => state === 'visible')
  if (!data) throw new Error('No visible sheet')
  addLists(workbook, data, lists, headerRow)
  const filled = new Uint8Array(await bytesOf(workbook))
  const answered: FilledTemplate = { content: filled, lost: compares ? await lostBetween(content, filled) : [] }
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(answered)
}

const lostBetween = async (before: Uint8Array, after: Uint8Array): Promise<readonly WorkbookContent[]> =>
  lostContents(await workbookContents(await openArchive(before)), await workbookContents(await openArchive(after)))
