import { PassThrough, type Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { Missing } from '#kernel/errors.ts'
import type { ReadDocument } from '#server/documents/read-document.ts'
import type { CommandContext } from '#server/documents/lifecycle/run-command.ts'
import { read } from '#server/documents/detail.ts'
import { printoutOf, type PrintWish } from './printout-of.ts'
import type { Printout } from './printout.ts'
import { renderPdf } from './render.ts'

/** Maximum number of documents per print: some seconds of work for a worker. */
export const mostDocuments = 50

/** The caller, as long as they wait for the answer. */
export interface WaitingCaller {
  /** Returns whether the client is still connected. */
  isWaiting(): boolean
  /** Called with the number of finished documents. */
  onProgress(done: number): Promise<void>
}

/**
 * Reads the documents that the caller may print, without duplicates, in the given order.
 * @throws Forbidden, Missing where one of them is not readable or not printable
 */
export async function printable(context: CommandContext, ids: readonly string[]): Promise<readonly ReadDocument[]> {
  const documents: ReadDocument[] = []
  for (const id of new Set(ids)) {
    const document = await read(context, id)
    if (document.form.print === false) throw new Missing('prints.none')
    documents.push(document)
  }
  return documents
}

/** One PDF of all documents, each starting on a new page; undefined once the client has disconnected. */
export async function mergedPdf(context: CommandContext, documents: readonly ReadDocument[],
  { isWaiting, onProgress, ...wish }: PrintWish & WaitingCaller): Promise<Buffer | undefined> {
  const printouts: Printout[] = []
  for (const document of documents) {
    if (!isWaiting()) return undefined
    await onProgress(printouts.length)
    printouts.push(await printoutOf(context, document, wish))
  }
  await onProgress(printouts.length)
  return renderPdf(...printouts)
}

/** A zip with one PDF per document, written while it is sent. A failed document aborts the zip, as does a disconnected client. */
export function archivedPdfs(context: CommandContext, documents: readonly ReadDocument[],
  { isWaiting, onProgress, ...wish }: PrintWish & WaitingCaller): Readable {
  const zip = new ZipFile()
  const output = new PassThrough()
  zip.once('error', (error: Error) => output.destroy(error))
  zip.outputStream.pipe(output)
  const write = async () => {
    for (const [done, document] of documents.entries()) {
      if (!isWaiting() || output.destroyed) return output.destroy()
      await onProgress(done)
      const printout = await printoutOf(context, document, wish)
      zip.addBuffer(await renderPdf(printout), `${printout.form}_${printout.number}.pdf`.replaceAll(/[\\/:*?"<>|]/g, '-'), {
        compress: false,
        mtime: context.at,
      })
    }
    await onProgress(documents.length)
    zip.end()
  }
  write().catch((error: unknown) => output.destroy(error instanceof Error ? error : new Error('The zip broke off')))
  return output
}
