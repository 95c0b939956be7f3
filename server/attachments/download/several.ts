import { Missing, Refused } from '#kernel/errors.ts'
import { formatBytes } from '#kernel/values/bytes.ts'
import type { Db } from '#server/database/tables.ts'
import { transaction } from '#server/database/transaction.ts'
import type { Attachment } from '../attachment.ts'
import { deletable, disclosedFiles, type RemovalContext } from '../attachments.ts'
import type { FileReader } from '../file-reader.ts'
import { markForDeletion, deleteStoredFile } from '../removal.ts'

/** Maximum size of an archive, bytes. */
const largestArchive = 1024 ** 3

/** Files in the order of the ids, without duplicates. @throws Missing where one is unreadable, without naming it */
async function findFiles(db: Db, reader: FileReader, ids: readonly string[]): Promise<readonly Attachment[]> {
  const distinct = [...new Set(ids)]
  if (distinct.length === 0) throw new Refused('attachments.noFile')
  const rows = await disclosedFiles(db, reader, (eb) => eb('id', 'in', distinct))
  const byId = new Map(rows.map((row) => [row.id, row]))
  return distinct.map((id) => byId.get(id) ?? missing())
}

/** Like `findFiles`, for an archive. @throws Refused beyond a gibibyte */
export async function findForArchive(db: Db, reader: FileReader, ids: readonly string[]): Promise<readonly Attachment[]> {
  const files = await findFiles(db, reader, ids)
  const size = files.reduce((sum, file) => sum + Number(file.size), 0)
  if (size > largestArchive) throw new Refused('attachments.tooMuch', { size: formatBytes(size), limit: formatBytes(largestArchive) })
  return files
}

/** Deletes the reader's own files that no document holds: all or none. @throws Refused where one belongs to another person or a document */
export async function removeFiles({ db, storage, at }: RemovalContext, reader: FileReader, ids: readonly string[]): Promise<void> {
  const files = await findFiles(db, reader, ids)
  if (files.some((file) => file.create_by !== reader.id)) throw new Refused('attachments.othersFiles')
  if (!files.every((file) => deletable(file, reader))) throw new Refused('attachments.notDeletable')
  const unheld = await transaction(db, async (tx) => {
    const marked = await markForDeletion(tx, { owner: reader.id, at }, files.map(({ id }) => id))
    if (marked.length < files.length) throw new Refused('attachments.notDeletable')
    return marked
  })
  await Promise.all(unheld.map((file) => deleteStoredFile(db, storage, file)))
}

export interface FileSize {
  readonly businessId: string
  readonly businessType: string | undefined
  readonly current: number
  readonly size: number
}

/** The visible files of a document or record, in the order of upload. */
export async function filesOf(db: Db, reader: FileReader,
  { businessId, businessType, current, size }: FileSize): Promise<{ records: readonly Attachment[]; total: number }> {
  const records = await disclosedFiles(db, reader,
    (eb) => eb.and({ document: businessId, ...(businessType !== undefined && { business_type: businessType }) }))
  return { records: records.slice((current - 1) * size, current * size), total: records.length }
}

function missing(): never {
  throw new Missing('attachments.missing')
}
