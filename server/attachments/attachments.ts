import type { Readable } from 'node:stream'
import type { ExpressionBuilder, Selectable } from 'kysely'
import { todayOf } from '../../src/kernel/dates.ts'
import { Missing, Refused } from '../../src/kernel/errors.ts'
import { acceptsFile, extensionOf } from '../../src/kernel/file-name.ts'
import { largestFile } from '../../src/kernel/kinds/attachment.ts'
import type { Db, Tables } from '../database/tables.ts'
import { readable } from '../documents/scope.ts'
import type { Caller } from '../identity/caller.ts'
import { newId } from '../identity/id.ts'
import type { Host, ReferenceSource } from '../plugin.ts'
import { type FileReader, fileReaderOf } from './file-reader.ts'
import { headLength, looksLike } from './signatures.ts'
import type { Storage } from './storage.ts'
import './tables.ts'

export type Attachment = Selectable<Tables['attachment']>

export interface Upload {
  readonly fileName: string
  readonly bytes: Readable & { truncated?: boolean }
  readonly uploadType: string
  readonly businessType: string | null
  readonly caller: Pick<Caller, 'id' | 'name'>
  readonly at: Date
}

/** @throws Refused for a kind of file that is not on the whitelist, one that is too large, or content that is not what the name says */
export async function upload(db: Db, storage: Storage, { fileName, bytes, uploadType, businessType, caller, at }: Upload): Promise<Attachment> {
  const realName = baseName(fileName)
  const limit = await acceptedSize(db, realName)
  const id = newId()
  const fileType = extensionOf(realName)
  const path = `${todayOf(at).slice(0, 7).replace('-', '/')}/${id}.${fileType}`
  const { size, sha256 } = await storage.write(path, bytes)
  const refusal = await objectionTo({ storage, path, fileType, isTooLarge: bytes.truncated === true || size >= limit.bytes, limit })
  if (refusal) {
    await storage.remove(path)
    throw refusal
  }
  const row = { id, document: null, business_type: businessType, upload_type: uploadType, real_name: realName, file_type: fileType, path, size: String(size), sha256, create_by: caller.id, create_name: caller.name }
  return db.insertInto('attachment').values(row).returningAll().executeTakeFirstOrThrow()
}

/** An attachment that the reader uploaded, or of a document or record that they may read. @throws Missing alike otherwise */
export async function findAttachment(db: Db, reader: FileReader, by: { id: string } | { path: string }): Promise<Attachment> {
  const [column, value] = 'id' in by ? (['id', by.id] as const) : (['path', by.path] as const)
  const row = await db.selectFrom('attachment').selectAll().where(`attachment.${column}`, '=', value).where(visibleTo(reader)).executeTakeFirst()
  if (!row) throw new Missing('attachments.missing')
  return row
}

/** What a reader may read: what they uploaded, and what documents and records within their sight hold. */
export const visibleTo = (reader: FileReader) => (eb: ExpressionBuilder<Tables, 'attachment'>) =>
  eb.or([
    eb('attachment.create_by', '=', reader.id),
    eb.exists(eb.selectFrom('document').select('document.id').whereRef('document.id', '=', 'attachment.document').where(readable(reader))),
    ...(reader.records ?? []),
  ])

/** Removes a file of the reader's own that no document holds yet. @throws Refused otherwise */
export async function removeAttachment(db: Db, storage: Storage, reader: FileReader, id: string): Promise<void> {
  const row = await findAttachment(db, reader, { id })
  if (!deletable(row, reader)) throw new Refused('attachments.notDeletable')
  await db.deleteFrom('attachment').where('id', '=', id).execute()
  await storage.remove(row.path)
}

/** Whether the reader may remove a file altogether. @throws Missing for one that they do not see */
export const isFreeFile = async (db: Db, reader: FileReader, id: string): Promise<boolean> => deletable(await findAttachment(db, reader, { id }), reader)

/** Whether the reader may remove it: their own, and not yet part of a filed document. */
export const deletable = (row: Pick<Attachment, 'create_by' | 'document'>, reader: Pick<FileReader, 'id'>): boolean => row.create_by === reader.id && row.document === null

/** Attaches files to the document or record that names them, in its form or with an action. @throws Refused where one is neither the caller's own nor the document's */
export async function attachTo(db: Db, { document, type, caller, field }: { document: string; type: string; caller: string; field?: string }, ids: readonly string[]): Promise<void> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return
  const rows = await db.updateTable('attachment').set({ document, business_type: type })
    .where('id', 'in', wanted)
    .where((eb) => eb.or([eb('document', '=', document), eb.and([eb('create_by', '=', caller), eb('document', 'is', null)])]))
    .returning('id').execute()
  if (rows.length !== wanted.length) throw new Refused('attachments.missing', {}, field === undefined ? [] : [{ field, code: 'attachments.missing' }])
}

/** Gives files back to those who uploaded them: whoever reads the document does not reach them any more. */
export async function detach(db: Db, document: string, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await db.updateTable('attachment').set({ document: null }).where('document', '=', document).where('id', 'in', ids).execute()
}

/** Files as expressions and screens see them; a caller sees their own and those of documents and records that they may read. */
export const attachmentSource = (host: Pick<Host, 'departments' | 'plugins'>): ReferenceSource => ({
  async find(db, ids, caller) {
    if (ids.length === 0) return []
    const reader = caller && (await fileReaderOf(host, db, caller))
    const rows = await db.selectFrom('attachment').select(['id', 'real_name', 'size', 'file_type', 'path', 'create_by', 'document']).where('id', 'in', ids)
      .where((eb) => (reader ? visibleTo(reader)(eb) : eb.lit(true))).execute()
    return rows.map((row) => ({ id: row.id, name: row.real_name, enabled: true, fileName: row.real_name, size: Number(row.size), fileType: row.file_type, path: row.path, createBy: row.create_by, document: row.document }))
  },
  candidates: async () => ({ records: [], total: 0 }),
})

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

/** How large a file of this name may be. @throws Refused for a kind that is not on the whitelist */
async function acceptedSize(db: Db, fileName: string): Promise<Limit> {
  const rows = await db.selectFrom('file_whitelist').select(['value', 'max_size']).where('enable', '=', true).where('del_flag', '=', 0).execute()
  const entries = rows.filter(({ value }) => acceptsFile(fileName, [value]))
  if (entries.length === 0) throw new Refused('attachments.unsupported')
  const megabytes = Math.max(...entries.map(({ max_size: own }) => own ?? 200))
  return { bytes: megabytes * megabyte, megabytes }
}

async function objectionTo({ storage, path, fileType, isTooLarge, limit }: { storage: Storage; path: string; fileType: string; isTooLarge: boolean; limit: Limit }): Promise<Refused | undefined> {
  if (isTooLarge) return new Refused('attachments.tooLarge', { limit: limit.megabytes })
  return looksLike(fileType, await headOf(storage.read(path))) ? undefined : new Refused('attachments.otherContent', { type: fileType })
}

async function headOf(file: Readable): Promise<Uint8Array> {
  const parts: Buffer[] = []
  for await (const part of file as AsyncIterable<Buffer>) {
    parts.push(part)
    if (parts.reduce((sum, { length }) => sum + length, 0) >= headLength) break
  }
  return Buffer.concat(parts).subarray(0, headLength)
}
