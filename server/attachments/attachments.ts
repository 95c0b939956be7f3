import type { Expression, ExpressionBuilder, Generated, SqlBool } from 'kysely'
import { Missing, Refused } from '#kernel/errors.ts'
import type { NamedFile } from '#approval/event.ts'
import type { Db, Tables } from '#server/database/tables.ts'
import { readable } from '#server/documents/visibility/scope.ts'
import type { ReferenceSource } from '#server/host.ts'
import type { RecordTable } from '#server/resources/columns.ts'
import { type FileHost, type FileReader, fileReaderOf } from './file-reader.ts'
import type { Storage } from './storage/storage.ts'
import { type Attachment, storedName } from './wire.ts'

/** Marks a person's free files as being deleted, so that they cannot be attached any more. @returns those that were still free */
export const markForDeletion = (db: Db, { owner, at }: { readonly owner: string; readonly at: Date },
  ids: readonly string[]): Promise<Pick<Attachment, 'id' | 'path'>[]> =>
  db.updateTable('attachment').set({ absent_since: at })
    .where('id', 'in', ids).where('create_by', '=', owner).where('document', 'is', null).where('absent_since', 'is', null)
    .returning(['id', 'path']).execute()

/** Deletes the bytes of a marked file, then its row, so that an interrupted deletion is found by its row. */
export async function deleteStoredFile(db: Db, storage: Storage, { id, path }: Pick<Attachment, 'id' | 'path'>): Promise<void> {
  await storage.remove(path)
  await db.deleteFrom('attachment').where('id', '=', id).where('absent_since', 'is not', null).execute()
}

interface AttachmentTable {
  id: string
  /** The document or record that holds it; null until it is filed. */
  document: string | null
  business_type: string | null
  upload_type: string
  /** Original name of the file; the stored file is named by the id. */
  real_name: string
  file_type: string
  /** The path of the bytes, relative to the storage. */
  path: string
  size: string
  sha256: string
  create_by: string
  create_name: string
  create_time: Generated<Date>
  /** The time since which it has no reference; only meaningful while `document` is null. */
  free_since: Generated<Date>
  /** The time since which its bytes may be missing, during upload or deletion; null otherwise. */
  absent_since: Date | null
}

interface FileWhitelistTable extends RecordTable {
  /** An extension, written `pdf`, `.pdf` or `*.pdf`. */
  value: string
  /** MB */
  max_size: number | null
  enable: Generated<boolean>
}

declare module '#server/database/tables.ts' {
  interface Tables {
    attachment: AttachmentTable
    file_whitelist: FileWhitelistTable
  }
}

/** Names a file as calls do: by its id, or by its path, then with its name. */
interface FileReference {
  readonly id?: string | undefined
  readonly path?: string | undefined
  readonly name?: string | undefined
}

/**
 * An attachment that the reader uploaded, or one of a readable document or record.
 * @throws Missing both for an unreadable one and for a name that does not match the path
 */
export async function findAttachment(db: Db, reader: FileReader, { id, path = '', name }: FileReference): Promise<Attachment> {
  const [row] = await disclosedFiles(db, reader, (eb) => (id === undefined ? eb('path', '=', path) : eb('id', '=', id)))
  if (!row || (name !== undefined && name !== row.real_name && name !== storedName(row.path))) throw new Missing('attachments.missing')
  return row
}

/**
 * The files of a condition that a reader may read, in the order of upload: their own uploads, and those of readable documents and records
 * unless these are in withheld fields only. All reads of files start here.
 */
export async function disclosedFiles(db: Db, reader: FileReader,
  among: (eb: ExpressionBuilder<Tables, 'attachment'>) => Expression<SqlBool>): Promise<readonly Attachment[]> {
  const rows = await db.selectFrom('attachment').selectAll().where(among).where(visibleTo(reader)).orderBy('create_time').orderBy('id')
    .execute()
  return reader.disclosed(rows)
}

/** Condition on files that the reader uploaded, and those of readable documents and records. */
const visibleTo = (reader: FileReader) => (eb: ExpressionBuilder<Tables, 'attachment'>) =>
  eb.and([isThere(eb), eb.or([
    eb('attachment.create_by', '=', reader.id),
    eb.exists(eb.selectFrom('document').select('document.id').whereRef('document.id', '=', 'attachment.document').where(readable(reader))),
    ...reader.records,
  ])])

/** Condition that a file is complete, i.e. neither being uploaded nor deleted. */
const isThere = (eb: ExpressionBuilder<Tables, 'attachment'>) => eb('attachment.absent_since', 'is', null)

/** The storage of a deleted file, and the time of deletion. */
export interface RemovalContext {
  readonly db: Db
  readonly storage: Storage
  readonly at: Date
}

/** Deletes the reader's own file while no document holds it. @throws Refused otherwise */
export async function removeAttachment({ db, storage, at }: RemovalContext, reader: FileReader, id: string): Promise<void> {
  const row = await findAttachment(db, reader, { id })
  if (!deletable(row, reader)) throw new Refused('attachments.notDeletable')
  const [marked] = await markForDeletion(db, { owner: reader.id, at }, [id])
  if (!marked) throw new Refused('attachments.notDeletable')
  await deleteStoredFile(db, storage, marked)
}

/** Returns whether the reader may delete a file. @throws Missing for an unreadable one */
export const isFreeFile = async (db: Db, reader: FileReader, id: string): Promise<boolean> =>
  deletable(await findAttachment(db, reader, { id }), reader)

/** Returns whether the reader may delete it: it is their own, and not part of a filed document. */
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

/** Checks that a change of a document keeps the files of others. @throws Refused where one of them was removed */
export async function keepOthersFiles(db: Db, caller: string, then: readonly string[], now: readonly string[]): Promise<void> {
  const dropped = then.filter((id) => !now.includes(id))
  if (dropped.length === 0) return
  const other = await db.selectFrom('attachment').select('id').where('id', 'in', dropped).where('create_by', '!=', caller).where(isThere)
    .executeTakeFirst()
  if (other) throw new Refused('attachments.othersStay')
}

/** Detaches files from a document: they belong to their uploaders again, and readers of the document cannot read them any more. */
export async function detach(db: Db, { document, at }: { readonly document: string; readonly at: Date },
  ids: readonly string[]): Promise<void> {
  if (ids.length > 0)
    await db.updateTable('attachment').set({ document: null, free_since: at }).where('document', '=', document).where('id', 'in', ids)
      .execute()
}

/** Names and sizes of files, for a history that is kept longer than they are. */
export async function namesOfFiles(db: Db, ids: readonly string[]): Promise<NamedFile[]> {
  const rows = await db.selectFrom('attachment').select(['id', 'real_name', 'size']).where('id', 'in', ids).execute()
  return rows.map(({ id, real_name: name, size }) => ({ id, name, size: Number(size) }))
}

/** Those of the named files that a document holds. */
export const heldFiles = async (db: Db, document: string, ids: readonly string[]): Promise<Attachment[]> =>
  ids.length === 0
    ? []
    : db.selectFrom('attachment').selectAll().where('document', '=', document).where('id', 'in', ids).where(isThere).execute()

/** Files as a reference source; a caller finds their own, and those of readable documents and records. */
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
