import type { Readable } from 'node:stream'
import { todayOf } from '#kernel/values/dates.ts'
import { Refused } from '#kernel/errors.ts'
import { acceptsFile, extensionOf, refusedType } from '#kernel/values/files.ts'
import { largestFile } from '#kernel/kinds/attachment.ts'
import type { Db } from '#server/database/tables.ts'
import type { Caller } from '#server/identity/caller.ts'
import { newId } from '#server/identity/id.ts'
import type { Attachment } from './wire.ts'
import { deleteStoredFile } from './attachments.ts'
import { bytesOf, type Storage } from './storage/storage.ts'

export interface Upload {
  readonly fileName: string
  readonly bytes: Readable & { truncated?: boolean }
  readonly uploadType: string
  readonly businessType: string | null
  /** Whether XML is allowed; only for fields that demand it. */
  readonly allowXml?: boolean
  readonly caller: Pick<Caller, 'id' | 'name'>
  readonly at: Date
}

/**
 * Stores a file. Its row is inserted before its bytes, marked as absent until they are complete, so that no bytes exist without a row.
 * @throws Refused for a type that is not on the whitelist, and a file that is too large, encrypted, or not of the type of its extension
 */
export async function upload(db: Db, storage: Storage,
  { fileName, bytes, uploadType, businessType, allowXml = false, caller, at }: Upload): Promise<Attachment> {
  const realName = baseName(fileName)
  const limit = await acceptedSize(db, realName, allowXml)
  const id = newId()
  const fileType = extensionOf(realName)
  const path = `${todayOf(at).slice(0, 7).replace('-', '/')}/${id}.${fileType}`
  await db.insertInto('attachment').values({ id, document: null, business_type: businessType, upload_type: uploadType, real_name: realName,
    file_type: fileType, path, size: '0', sha256: '', create_by: caller.id, create_name: caller.name, create_time: at, free_since: at,
    absent_since: at }).execute()
  try {
    const { size, sha256 } = await storage.write(path, bytes)
    if (bytes.truncated === true || size >= limit.bytes) throw new Refused('attachments.tooLarge', { limit: limit.megabytes })
    await checkContent(storage, { path, fileType, size })
    return await db.updateTable('attachment').set({ size: String(size), sha256, absent_since: null }).where('id', '=', id).returningAll()
      .executeTakeFirstOrThrow()
  } catch (error) {
    // a file that cannot be deleted here is deleted by the sweeper
    await deleteStoredFile(db, storage, { id, path }).catch(() => undefined)
    throw error
  }
}

/** The file name without a path, which clients may send, and without control characters. */
function baseName(fileName: string): string {
  const base = fileName.slice(Math.max(fileName.lastIndexOf('/'), fileName.lastIndexOf('\\')) + 1)
  // oxlint-disable-next-line no-control-regex -- control characters are to be removed
  return base.replaceAll(/[\u0000-\u001f\u007f]/g, '').trim().slice(-255)
}

interface Limit {
  readonly bytes: number
  /** For messages. */
  readonly megabytes: number
}

/** The limit of 200 MB is the maximum size of any file, so it defines a megabyte here. */
const megabyte = largestFile / 200

/** The maximum size of a file with this name. @throws Refused for a type that is not on the whitelist */
async function acceptedSize(db: Db, fileName: string, allowXml: boolean): Promise<Limit> {
  const rows = await db.selectFrom('file_whitelist').select(['value', 'max_size']).where('enable', '=', true).where('del_flag', '=', 0)
    .orderBy('value').execute()
  const allowed = rows.filter(({ value }) => allowXml || extensionOf(`.${value}`) !== 'xml')
  const entries = allowed.filter(({ value }) => acceptsFile(fileName, [value]))
  if (entries.length === 0) throw new Refused('attachments.unsupported', refusedType(fileName, allowed.map(({ value }) => value)))
  const megabytes = Math.max(...entries.map(({ max_size: own }) => own ?? 200))
  return { bytes: megabytes * megabyte, megabytes }
}

async function checkContent(storage: Storage, { path, fileType, size }: { path: string; fileType: string; size: number }): Promise<void> {
  const read = (start: number, end: number) => bytesOf(storage, path, { start, end: Math.min(end, size) })
  const head = await read(0, headLength)
  if (!looksLike(fileType, head)) throw new Refused('attachments.otherContent', { type: fileType })
  if (await isEncrypted(fileType, { head, size, read })) throw new Refused('attachments.encrypted')
}

/** Number of bytes that `looksLike` needs. */
const headLength = 1024

/** Returns whether the first bytes of a file match its extension; true for types without a signature. */
export function looksLike(extension: string, head: Uint8Array): boolean {
  const known = Object.hasOwn(signatures, extension) ? signatures[extension] : undefined
  if (!known) return true
  const bytes = Buffer.from(head)
  // Some programs write a line before the signature of a PDF.
  if (extension === 'pdf') return bytes.subarray(0, headLength).includes(known[0]!)
  if (known === office && bytes.subarray(0, container.length).equals(container)) return isContainer(bytes)
  return known.some((signature) => bytes.subarray(0, signature.length).equals(signature)) &&
    (extension !== 'webp' || bytes.subarray(8, 12).equals(ascii('WEBP')))
}

const ascii = (text: string) => Buffer.from(text, 'latin1')

const hex = (bytes: string) => Buffer.from(bytes, 'hex')

const jpeg = [hex('ffd8ff')]

/** Signatures of a zip with files, and of an empty one. */
const zip = [hex('504b0304'), hex('504b0506')]

/** Signature of the compound file format, in which Office wraps an encrypted archive. */
const container = hex('d0cf11e0')

const office = [...zip, container]

/** Returns whether a compound file's header is complete and declares valid sectors: of 512 bytes or 4 kB. */
const isContainer = (head: Buffer): boolean => head.length >= 512 && [9, 12].includes(head.readUInt16LE(30))

/** Signatures by extension; one of them has to match. */
const signatures: Readonly<Record<string, readonly Buffer[]>> = {
  png: [hex('89504e470d0a1a0a')],
  jpg: jpeg,
  jpeg,
  gif: [ascii('GIF87a'), ascii('GIF89a')],
  bmp: [ascii('BM')],
  webp: [ascii('RIFF')],
  ico: [hex('00000100')],
  pdf: [ascii('%PDF-')],
  zip,
  ofd: zip,
  docx: office,
  xlsx: office,
  pptx: office,
}

/** A stored file with reads of ranges; `end` is exclusive. */
interface Content {
  readonly head: Uint8Array
  readonly size: number
  read(start: number, end: number): Promise<Buffer>
}

const archives = new Set(['zip', 'docx', 'xlsx', 'pptx', 'ofd'])

/** Returns whether a file is encrypted by a password: a zip or a format based on it, an Office file, a PDF. */
export async function isEncrypted(extension: string, content: Content): Promise<boolean> {
  const head = Buffer.from(content.head)
  if (extension === 'pdf') return isEncryptedPdf(content)
  if (!archives.has(extension)) return false
  return head.length >= 4 && head.readUInt32BE(0) === compound ? isEncryptedOffice(head, content) : isEncryptedZip(content)
}

/** Number of bytes in which a PDF's trailer is searched: at its end or, when linearized, after its start. */
const trailer = 32_768

async function isEncryptedPdf({ size, read }: Content): Promise<boolean> {
  const [beginning, end] = await Promise.all([read(0, trailer), read(Math.max(0, size - trailer), size)])
  return [beginning, end].some((part) => /\/Encrypt(?:\s|<)/.test(part.toString('latin1')))
}

/** Signature of the compound file format, in which Office wraps an encrypted archive. */
const compound = 0xd0cf11e0

const wrapped = Buffer.from('EncryptedPackage', 'utf16le')

/** Exponents of the sector sizes of a compound file: 512 bytes and 4 kB. */
const sectorExponents = new Set([9, 12])

/** The container's directory starts in a sector named by its header; false for a truncated or invalid header. */
async function isEncryptedOffice(head: Buffer, { size, read }: Content): Promise<boolean> {
  if (head.length < 52 || !sectorExponents.has(head.readUInt16LE(30))) return false
  const sector = 2 ** head.readUInt16LE(30)
  const directory = (head.readUInt32LE(48) + 1) * sector
  return directory < size && (await read(directory, directory + 8 * sector)).includes(wrapped)
}

const endOfDirectory = Buffer.from('504b0506', 'hex')

/** Size of the end record with the longest comment. */
const longestEnd = 22 + 65_535

/** Maximum size of the directory that is checked, bytes. */
const enough = 4 * 1024 * 1024

/** The directory at the end of an archive has an encryption flag per entry. */
async function isEncryptedZip({ size, read }: Content): Promise<boolean> {
  const tail = await read(Math.max(0, size - longestEnd), size)
  const end = tail.lastIndexOf(endOfDirectory)
  if (end < 0 || end + 22 > tail.length) return false
  const [length, start] = [tail.readUInt32LE(end + 12), tail.readUInt32LE(end + 16)]
  if (start + length > size) return false
  return hasEncryptedEntry(await read(start, start + Math.min(length, enough)))
}

/** Checks the entries, of 46 bytes plus name, extras and comment each. */
function hasEncryptedEntry(directory: Buffer): boolean {
  for (let at = 0; at + 46 <= directory.length;
    at += 46 + directory.readUInt16LE(at + 28) + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32)) {
    if (directory.readUInt32BE(at) !== 0x504b0102) return false
    if ((directory.readUInt16LE(at + 8) & 1) === 1) return true
  }
  return false
}
