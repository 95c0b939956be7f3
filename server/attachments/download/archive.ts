import { PassThrough, type Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { Attachment } from '../wire.ts'
import type { Storage } from '../storage/storage.ts'
import { type KeptBytes, verifiedBytes } from '../inspection/verification.ts'

export interface Archive {
  readonly content: Readable
  /** Size of the archive, bytes. */
  readonly size: number
}

/** Creates a zip of the files, written while it is read. */
export async function archiveOf(storage: Storage, files: readonly Attachment[]): Promise<Archive> {
  const { output, add, end } = verifiedZip(storage)
  const names = namesInArchive(files.map(({ real_name: name }) => name))
  // most files are compressed already, so compressing again would waste CPU time
  files.forEach((file, index) => add(names[index] ?? file.path, file, { compress: false, mtime: file.create_time }))
  return { content: output, size: await new Promise<number>(end) }
}

/** Makes file names unique: a repeated name gets a number before its extension. */
export function namesInArchive(names: readonly string[]): readonly string[] {
  const taken = new Set<string>()
  return names.map((name) => {
    const dot = name.lastIndexOf('.')
    const [stem, ending] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, '']
    let free = name
    for (let number = 1; taken.has(free.toLowerCase()); number++) free = `${stem}(${number})${ending}`
    taken.add(free.toLowerCase())
    return free
  })
}

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
