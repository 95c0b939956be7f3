import { PassThrough } from 'node:stream'
import { ZipFile } from 'yazl'
import type { Storage } from '../storage/storage.ts'
import { type KeptBytes, verifiedBytes } from '../inspection/verification.ts'

interface EntryOptions {
  readonly compress: boolean
  readonly mtime: Date
}

/**
 * A zip of stored files, written while `output` is read: one file is open at a time, and each is verified by its hash. A failed file
 * aborts the zip.
 */
export function verifiedZip(storage: Storage) {
  const zip = new ZipFile()
  const output = new PassThrough()
  const breakOff = (error: Error) => output.destroy(error)
  zip.once('error', breakOff)
  zip.outputStream.once('error', breakOff)
  zip.outputStream.pipe(output)
  return {
    output,
    breakOff,
    add(name: string, file: KeptBytes, options: EntryOptions): void {
      zip.addReadStreamLazy(name, { ...options, size: Number(file.size) }, (opened) => {
        const bytes = verifiedBytes(storage, file)
        bytes.once('error', breakOff)
        opened(null, bytes)
      })
    },
    /** Ends the list of files. `known` gets the size of the zip, which is exact without compression. */
    end: (known?: (size: number) => void): void => zip.end(undefined, known as () => void),
  }
}
