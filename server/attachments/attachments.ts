import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import type { NamedFile } from '#approval/event.ts'
import { Missing, Refused } from '#kernel/errors.ts'
import type { Db, Tables } from '#server/database/tables.ts'
import { readable } from '#server/documents/visibility/scope.ts'
import type { ReferenceSource } from '#server/host.ts'
import { type FileHost, type FileReader, fileReaderOf } from './file-reader.ts'
import { markForDeletion, deleteStoredFile } from './removal.ts'
import type { Storage } from './storage/storage.ts'
import { storedName } from './wire.ts'
import './tables.ts'
import type { Attachment } from './attachment.ts'

/** Names a file as calls do: by its id, or by its path, then with its name. */
interface FileReference {
  readonly id?: string | undefined
  readonly path?: string | undefined
  readonly name?: string | undefined
}

/**
 * An attachment that the reader uploaded, or of a document or record that they may read.
 * @throws Missing alike otherwise, or where name and path are not of one file
 */
export async function findAttachment(db: Db, reader: FileReader, { id, path = '', name }: FileReference): Promise<Attachment> {
  const [row] = await disclosedFiles(db, reader, (eb) => (id === undefined ? eb('path', '=', path) : eb('id', '=', id)))
  if (!row || (name !== undefined && name !== row.real_name && name !== storedName(row.path))) throw new Missing('attachments.missing')
  return row
}

/**
 * The files that a reader may read among those of a condition, in the order in which they came: their own uploads, and those of documents
 * and records within their scope, as far as they stand in no field that the reader is not shown. Every way out of a file starts here.
 */
export async function disclosedFiles(db: Db, reader: FileReader,
  among: (eb: ExpressionBuilder<Tables, 'attachment'>) => Expression<SqlBool>): Promise<readonly Attachment[]> {
  const rows = await db.selectFrom('attachment').selectAll().where(among).where(visibleTo(reader)).orderBy('create_time').orderBy('id')
    .execute()
  return reader.disclosed(rows)
}

/** Files that the reader uploaded, and those of documents and records within their scope. */
const visibleTo = (reader: FileReader) => (eb: ExpressionBuilder<Tables, 'attachment'>) =>
  eb.and([isThere(eb), eb.or([
    eb('attachment.create_by', '=', reader.id),
    eb.exists(eb.selectFrom('document').select('document.id').whereRef('document.id', '=', 'attachment.document').where(readable(reader))),
    ...reader.records,
  ])])

/** Neither on its way nor being removed. */
const isThere = (eb: ExpressionBuilder<Tables, 'attachment'>) => eb('attachment.absent_since', 'is', null)

/** The storage of a file that is removed, and when. */
export interface RemovalContext {
  readonly db: Db
  readonly storage: Storage
  readonly at: Date
}

/** Removes a file of the reader's own that no document holds yet. @throws Refused otherwise */
export async function removeAttachment({ db, storage, at }: RemovalContext, reader: FileReader, id: string): Promise<void> {
  const row = await findAttachment(db, reader, { id })
  if (!deletable(row, reader)) throw new Refused('attachments.notDeletable')
  const [marked] = await markForDeletion(db, { owner: reader.id, at }, [id])
  if (!marked) throw new Refused('attachments.notDeletable')
  await deleteStoredFile(db, storage, marked)
}

/** Returns whether the reader may remove a file altogether. @throws Missing for one that they do not see */
export const isFreeFile = async (db: Db, reader: FileReader, id: string): Promise<boolean> =>
  deletable(await findAttachment(db, reader, { id }), reader)

/** Returns whether the reader may remove it: their own, and not yet part of a filed document. */
export const deletable = (row: Pick<Attachment, 'create_by' | 'document'>, reader: Pick<FileReader, 'id'>): boolean =>
  row.create_by === reader.id && row.document === null

/**
 * Attaches files to the document or record that names them, in its form or with an action.
 * @throws Refused where one is neither the caller's own nor the document's
 */
export async function attachTo(db: Db,
  { document, type, caller, field }: { document: string; type: string; caller: string; field?: string },
  ids: readonly string[]): Promise<void> {
  const distinct = [...new Set(ids)]
  if (distinct.length === 0) return
  const rows = await db.updateTable('attachment').set({ document, business_type: type })
    .where('id', 'in', distinct).where(isThere)
    .where((eb) => eb.or([eb('document', '=', document), eb.and([eb('create_by', '=', caller), eb('document', 'is', null)])]))
    .returning('id').execute()
  if (rows.length !== distinct.length)
    throw new Refused('attachments.missing', {}, field === undefined ? [] : [{ field, code: 'attachments.missing' }])
}

/** Checks that a change of a document leaves the files of others in it. @throws Refused where one of them is no longer named */
export async function keepOthersFiles(db: Db, caller: string, then: readonly string[], now: readonly string[]): Promise<void> {
  const dropped = then.filter((id) => !now.includes(id))
  if (dropped.length === 0) return
  const other = await db.selectFrom('attachment').select('id').where('id', 'in', dropped).where('create_by', '!=', caller).where(isThere)
    .executeTakeFirst()
  if (other) throw new Refused('attachments.othersStay')
}

/** Gives files back to those who uploaded them: whoever reads the document does not reach them any more. */
export async function detach(db: Db, { document, at }: { readonly document: string; readonly at: Date },
  ids: readonly string[]): Promise<void> {
  if (ids.length > 0)
    await db.updateTable('attachment').set({ document: null, free_since: at }).where('document', '=', document).where('id', 'in', ids)
      .execute()
}

/** Names and sizes of files, for a history that outlives them. */
export async function namesOfFiles(db: Db, ids: readonly string[]): Promise<NamedFile[]> {
  const rows = await db.selectFrom('attachment').select(['id', 'real_name', 'size']).where('id', 'in', ids).execute()
  return rows.map(({ id, real_name: name, size }) => ({ id, name, size: Number(size) }))
}

/** Files that a document holds, of those named. */
export const heldFiles = async (db: Db, document: string, ids: readonly string[]): Promise<Attachment[]> =>
  ids.length === 0
    ? []
    : db.selectFrom('attachment').selectAll().where('document', '=', document).where('id', 'in', ids).where(isThere).execute()

/** Files as expressions and screens see them; a caller sees their own and those of documents and records that they may read. */
export const attachmentSource = (host: FileHost): ReferenceSource => ({
  async find(db, ids, reader) {
    if (ids.length === 0) return []
    const rows = reader
      ? await disclosedFiles(db, await fileReaderOf(host, db, reader.caller), (eb) => eb('id', 'in', ids))
      : await db.selectFrom('attachment').selectAll().where('id', 'in', ids).where(isThere).execute()
    return rows.map((row) => ({ id: row.id, name: row.real_name, enabled: true, fileName: row.real_name, size: Number(row.size),
      fileType: row.file_type, path: row.path, createBy: row.create_by, own: row.create_by === reader?.caller.id, document: row.document })
    )
  },
  candidates: async () => ({ records: [], total: 0 }),
})
