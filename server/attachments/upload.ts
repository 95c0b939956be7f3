import type { Readable } from 'node:stream'
import { todayOf } from '#kernel/values/dates.ts'
import { Refused } from '#kernel/errors.ts'
import { acceptsFile, extensionOf, refusedType } from '#kernel/values/file-name.ts'
import { largestFile } from '#kernel/kinds/attachment.ts'
import type { Db } from '#server/database/tables.ts'
import type { Caller } from '#server/identity/caller.ts'
import { newId } from '#server/identity/id.ts'
import type { Attachment } from './attachment.ts'
import { isEncrypted } from './inspection/encryption.ts'
import { deleteStoredFile } from './removal.ts'
import { headLength, looksLike } from './inspection/signatures.ts'
import { bytesOf, type Storage } from './storage/storage.ts'

export interface Upload {
  readonly fileName: string
  readonly bytes: Readable & { truncated?: boolean }
  readonly uploadType: string
  readonly businessType: string | null
  /** XML is taken only where the field it goes into asks for it. */
  readonly allowXml?: boolean
  readonly caller: Pick<Caller, 'id' | 'name'>
  readonly at: Date
}

/**
 * Keeps a file. Its row comes before its bytes, absent until they are there, so that none ever lie about that nobody knows.
 * @throws Refused for a kind of file that is not on the whitelist, one that is too large, encrypted, or not what its name says
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
    // a file that is left where this fails too is swept up later
    await deleteStoredFile(db, storage, { id, path }).catch(() => undefined)
    throw error
  }
}

/** The name without a path that a client may have put before it, and without control characters. */
function baseName(fileName: string): string {
  const base = fileName.slice(Math.max(fileName.lastIndexOf('/'), fileName.lastIndexOf('\\')) + 1)
  // oxlint-disable-next-line no-control-regex -- control characters are what must go
  return base.replaceAll(/[\u0000-\u001f\u007f]/g, '').trim().slice(-255)
}

interface Limit {
  readonly bytes: number
  /** As people say it. */
  readonly megabytes: number
}

/** The limit of every file is 200 MB, and so counts a megabyte here. */
const megabyte = largestFile / 200

/** The largest size of a file of this name. @throws Refused for a kind that is not on the whitelist */
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
