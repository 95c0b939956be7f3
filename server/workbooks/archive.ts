import { buffer } from 'node:stream/consumers'
import { type Entry, fromBufferPromise, validateFileName, type ZipFile } from 'yauzl'
import { Unreadable } from './sheet.ts'

/** Limits against zip bombs; a real workbook of 500 kB is far below. */
const mostBytes = 20 * 1024 * 1024
const mostRatio = 100
const mostEntries = 1_000

/** The files in a workbook, or in another zip-based file. */
export interface Archive {
  /** In lower case, in the order of the directory; folders end in a slash. */
  readonly names: readonly string[]
  /** The original spelling of a name. */
  written(name: string): string
  has(name: string): boolean
  /** A file's text; undefined where there is none. */
  text(name: string): Promise<string | undefined>
  /** A file's bytes; undefined where there is none. */
  bytes(name: string): Promise<Buffer | undefined>
}

/**
 * Checks the directory of a zip before anything is inflated. Inflating stops where an entry exceeds its declared size, so that a false
 * directory is useless. Backslashes are accepted as separators, as some Windows programs write them; names that lead out of the archive
 * are refused. Metadata of macOS and Windows are left out.
 * @throws Unreadable
 */
export async function openArchive(bytes: Uint8Array): Promise<Archive> {
  const zip = await fromBufferPromise(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), { strictFileNames: false }).catch(
    broken,
  )
  const entries = await entriesOf(zip, bytes.length)
  return {
    names: [...entries.keys()],
    written: (name) => writtenName(entries.get(name.toLowerCase())) ?? name,
    has: (name) => entries.has(name.toLowerCase()),
    async text(name) {
      const entry = entries.get(name.toLowerCase())
      return entry && decoded(await inflated(zip, entry))
    },
    async bytes(name) {
      const entry = entries.get(name.toLowerCase())
      return entry && inflated(zip, entry)
    },
  }
}

/** Entries by lower-case name, since names of parts are case-insensitive. */
async function entriesOf(zip: ZipFile, size: number): Promise<ReadonlyMap<string, Entry>> {
  if (zip.entryCount > mostEntries) throw new Unreadable('workbooks.tooLargeInside')
  const entries = new Map<string, Entry>()
  let total = 0
  try {
    for await (const entry of zip.eachEntry()) {
      if (entry.isEncrypted()) throw new Unreadable('workbooks.password')
      total += entry.uncompressedSize
      if (total > mostBytes || total > size * mostRatio) throw new Unreadable('workbooks.tooLargeInside')
      enter(entries, entry)
    }
  } catch (error) {
    broken(error)
  }
  return entries
}

function enter(entries: Map<string, Entry>, entry: Entry): void {
  const name = nameOf(entry).toLowerCase()
  if (isOfSystem(name)) return
  // With two files of one name, it would depend on the reader which one counts.
  if (entries.has(name)) throw new Unreadable('workbooks.damaged')
  entries.set(name, entry)
}

const writtenName = (entry: Entry | undefined): string | undefined => entry && nameOf(entry)

/** Flag of a UTF-8 name, and the extra field with one. */
const [utf8Flag, unicodePath] = [0x800, 0x7075]

/**
 * The name of an entry, with slashes. Without the UTF-8 flag it is decoded as UTF-8 where valid, as macOS writes it, otherwise as GBK, as
 * Chinese Windows does.
 * @throws Unreadable for a name that leads out of the archive
 */
function nameOf({ fileName, fileNameRaw, generalPurposeBitFlag, extraFields }: Entry): string {
  if ((generalPurposeBitFlag & utf8Flag) !== 0 || extraFields.some(({ id }) => id === unicodePath)) return fileName
  const name = decodedName(fileNameRaw).replaceAll('\\', '/')
  if (validateFileName(name) !== null) throw new Unreadable('workbooks.damaged')
  return name
}

function decodedName(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return new TextDecoder('gb18030').decode(bytes)
  }
}

/** Whether an entry is metadata that macOS or Windows adds. Expects lower case. */
const isOfSystem = (name: string): boolean =>
  /(?:^|\/)__macosx\//.test(name) || /(?:^|\/)(?:\._[^/]*|\.ds_store|thumbs\.db|desktop\.ini)$/.test(name)

async function inflated(zip: ZipFile, entry: Entry): Promise<Buffer> {
  try {
    return await buffer(await zip.openReadStreamPromise(entry))
  } catch (error) {
    return broken(error)
  }
}

function decoded(bytes: Buffer): string {
  const isUtf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)
  return new TextDecoder(isUtf16 ? (bytes[0] === 0xff ? 'utf-16le' : 'utf-16be') : 'utf-8').decode(bytes)
}

function broken(error: unknown): never {
  throw error instanceof Unreadable ? error : new Unreadable('workbooks.damaged')
}
