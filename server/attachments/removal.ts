import type { Db } from '#server/database/tables.ts'
import type { Attachment } from './attachment.ts'
import type { Storage } from './storage/storage.ts'

/** Marks free files of a person as being removed, so that nothing can take hold of them any more; answers those that were still free. */
export const markForDeletion = (db: Db, { owner, at }: { readonly owner: string; readonly at: Date },
  ids: readonly string[]): Promise<Pick<Attachment, 'id' | 'path'>[]> =>
  db.updateTable('attachment').set({ absent_since: at })
    .where('id', 'in', ids).where('create_by', '=', owner).where('document', 'is', null).where('absent_since', 'is', null)
    .returning(['id', 'path']).execute()

/** Removes the bytes of a file marked for deletion, then its row: whatever is cut short in between is found again by its row. */
export async function deleteStoredFile(db: Db, storage: Storage, { id, path }: Pick<Attachment, 'id' | 'path'>): Promise<void> {
  await storage.remove(path)
  await db.deleteFrom('attachment').where('id', '=', id).where('absent_since', 'is not', null).execute()
}
