import { PassThrough, type Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { verifiedBytes } from '#server/attachments/verification.ts'
import { filesOf, isOriginal, type Shelf } from './shelf.ts'

/** The zip of a package, written while it is read: one file is open at a time, and each is compared with its hash on the way. */
export async function zipOf(shelf: Shelf, at: Date, signal: AbortSignal): Promise<Readable> {
  const zip = new ZipFile()
  const output = new PassThrough()
  const end = (error: Error) => output.destroy(error)
  for await (const { name, kind, path, size, sha256 } of filesOf(shelf)) {
    zip.addReadStreamLazy(name, { compress: !isOriginal(kind) && kind !== 'print', size, mtime: at }, (opened) => {
      const bytes = verifiedBytes(shelf.storage, { path, size: String(size), sha256 })
      bytes.once('error', end)
      opened(null, bytes)
    })
  }
  signal.addEventListener('abort', () => end(new Error('The package passed to another instance, or the product ends')), { once: true })
  zip.once('error', end)
  zip.outputStream.once('error', end)
  zip.outputStream.pipe(output)
  zip.end()
  return output
}
