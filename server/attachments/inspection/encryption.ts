/** A stored file of which parts are read; `end` is behind the last byte. */
interface Content {
  readonly head: Uint8Array
  readonly size: number
  read(start: number, end: number): Promise<Buffer>
}

const archives = new Set(['zip', 'docx', 'xlsx', 'pptx', 'ofd'])

/** Returns whether a file asks for a password: a zip or what is built on it, an Office file, a PDF. */
export async function isEncrypted(extension: string, content: Content): Promise<boolean> {
  const head = Buffer.from(content.head)
  if (extension === 'pdf') return isEncryptedPdf(content)
  if (!archives.has(extension)) return false
  return head.length >= 4 && head.readUInt32BE(0) === compound ? isEncryptedOffice(head, content) : isEncryptedZip(content)
}

/** The bytes in which a PDF says what it is made of: before its end, or, when it is made for the web, after its beginning. */
const trailer = 32_768

async function isEncryptedPdf({ size, read }: Content): Promise<boolean> {
  const [beginning, end] = await Promise.all([read(0, trailer), read(Math.max(0, size - trailer), size)])
  return [beginning, end].some((part) => /\/Encrypt(?:\s|<)/.test(part.toString('latin1')))
}

/** With a password, Office wraps its archive in its older container, under this name. */
const compound = 0xd0cf11e0
const wrapped = Buffer.from('EncryptedPackage', 'utf16le')

/** Exponents of the container's sectors: 512 bytes or 4 kB, no others exist. */
const sectorExponents = new Set([9, 12])

/** The container's directory begins in a sector that its head names. A head that is cut short, or names what does not exist, has none. */
async function isEncryptedOffice(head: Buffer, { size, read }: Content): Promise<boolean> {
  if (head.length < 52 || !sectorExponents.has(head.readUInt16LE(30))) return false
  const sector = 2 ** head.readUInt16LE(30)
  const directory = (head.readUInt32LE(48) + 1) * sector
  return directory < size && (await read(directory, directory + 8 * sector)).includes(wrapped)
}

const endOfDirectory = Buffer.from('504b0506', 'hex')
/** An end with the longest comment. */
const longestEnd = 22 + 65_535
/** Entries of a directory beyond this are not looked at, bytes. */
const enough = 4 * 1024 * 1024

/** The directory at the end of an archive says of each entry whether it is encrypted. */
async function isEncryptedZip({ size, read }: Content): Promise<boolean> {
  const tail = await read(Math.max(0, size - longestEnd), size)
  const end = tail.lastIndexOf(endOfDirectory)
  if (end < 0 || end + 22 > tail.length) return false
  const [length, start] = [tail.readUInt32LE(end + 12), tail.readUInt32LE(end + 16)]
  if (start + length > size) return false
  return hasEncryptedEntry(await read(start, start + Math.min(length, enough)))
}

/** Entries of 46 bytes, each with a name, extras and a comment. */
function hasEncryptedEntry(directory: Buffer): boolean {
  for (let at = 0; at + 46 <= directory.length;
    at += 46 + directory.readUInt16LE(at + 28) + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32)) {
    if (directory.readUInt32BE(at) !== 0x504b0102) return false
    if ((directory.readUInt16LE(at + 8) & 1) === 1) return true
  }
  return false
}
