import type { Readable } from 'node:stream'
import type { Attachment } from '../attachment.ts'
import type { Storage } from '../storage/storage.ts'
import { verifiedZip } from './verified-zip.ts'

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
