import { PassThrough, type Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { Attachment } from './attachment.ts'
import type { Storage } from './storage.ts'
import { verifiedBytes } from './verification.ts'

export interface Archive {
  readonly content: Readable
  /** Bytes that it will have. */
  readonly size: number
}

/** A zip of the files, written while it is read: one file is open at a time. What breaks off in a file breaks off the archive. */
export async function archiveOf(storage: Storage, files: readonly Attachment[]): Promise<Archive> {
  const zip = new ZipFile()
  const output = new PassThrough()
  const names = namesInArchive(files.map(({ real_name: name }) => name))
  files.forEach((file, index) => {
    const { path, size, create_time: mtime } = file
    // most files are compressed as they are; the processor has better things to do
    zip.addReadStreamLazy(names[index] ?? path, { compress: false, size: Number(size), mtime }, (opened) => {
      const bytes = verifiedBytes(storage, file)
      bytes.once('error', (error) => output.destroy(error))
      opened(null, bytes)
    })
  })
  zip.once('error', (error: Error) => output.destroy(error))
  zip.outputStream.pipe(output)
  // nothing is compressed, so that the size is known before
  const size = await new Promise<number>((known) => zip.end(undefined, known as () => void))
  return { content: output, size }
}

/** Names that tell files apart: a name that is taken gets a number before its ending. */
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
