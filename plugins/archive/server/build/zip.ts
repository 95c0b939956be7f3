import type { Readable } from 'node:stream'
import { verifiedZip } from '#server/attachments/download/verified-zip.ts'
import { filesOf, isOriginal, type Shelf } from './shelf.ts'

/** The zip of a package, written while it is read. */
export async function zipOf(shelf: Shelf, at: Date, signal: AbortSignal): Promise<Readable> {
  const { output, breakOff, add, end } = verifiedZip(shelf.storage)
  for await (const { name, kind, path, size, sha256 } of filesOf(shelf))
    add(name, { path, size: String(size), sha256 }, { compress: !isOriginal(kind) && kind !== 'print', mtime: at })
  signal.addEventListener('abort', () => breakOff(new Error('The package passed to another instance, or the product ends')), { once: true })
  end()
  return output
}
