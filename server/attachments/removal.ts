import type { Db } from '#server/database/tables.ts'
import type { Attachment } from './attachment.ts'
import type { Storage } from './storage/storage.ts'

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
