import type { Readable } from 'node:stream'
import type { Storage } from '#server/attachments/storage/storage.ts'
import type { Db } from '#server/database/tables.ts'
import { newId } from '#server/identity/id.ts'
import type { FileKind } from '../tables.ts'
import '../tables.ts'

/** Working set of a package being built: finished files are kept, so that a resumed build does not repeat them. */
export interface Shelf {
  readonly db: Db
  readonly storage: Storage
  readonly package: string
}

interface ShelfFile {
  /** Name within the zip. */
  readonly name: string
  readonly kind: FileKind
}

export interface KeptFile {
  readonly size: number
  readonly sha256: string
}

/** Stores a file unless it exists. Its row is inserted before the bytes are written, so that no bytes are left without a row. */
export async function keepFile({ db, storage, package: id }: Shelf, { name, kind }: ShelfFile,
  content: () => Readable | Promise<Readable>): Promise<KeptFile> {
  const known = await db.selectFrom('archive_file').select(['path', 'size', 'sha256']).where('package', '=', id).where('name', '=', name)
    .executeTakeFirst()
  if (known && known.size !== null && known.sha256 !== null) return { size: Number(known.size), sha256: known.sha256 }
  if (known) await storage.remove(known.path)
  const path = `archives/${id}/${newId()}`
  const row = { kind, path, size: null, sha256: null }
  await db.insertInto('archive_file').values({ package: id, name, ...row }).onConflict((conflict) =>
    conflict.columns(['package', 'name']).doUpdateSet(row)
  ).execute()
  const kept = await storage.write(path, await content())
  // after an expired lease, another instance may have replaced the file
  const { numUpdatedRows } = await db.updateTable('archive_file').set({ size: String(kept.size), sha256: kept.sha256 })
    .where('package', '=', id).where('name', '=', name).where('path', '=', path).executeTakeFirst()
  if (numUpdatedRows === 0n) await storage.remove(path)
  return kept
}

/** Adds an attachment to the package by reference, without copying it. */
export const holdOriginal = ({ db, package: id }: Shelf,
  { name, kind, ...row }: ShelfFile & { readonly path: string; readonly size: string; readonly sha256: string }) =>
  db.insertInto('archive_file').values({ package: id, name, kind, ...row }).onConflict((conflict) => conflict.doNothing()).execute()

/** Removes a missing or damaged attachment from the package. */
export const dropOriginal = ({ db, package: id }: Shelf, name: string) =>
  db.deleteFrom('archive_file').where('package', '=', id).where('name', '=', name).execute()

const batch = 500

/** Iterates over the files of the package by name, in batches. */
export async function* filesOf({ db, package: id }: Pick<Shelf, 'db' | 'package'>, without: readonly FileKind[] = []) {
  for (let last = '';;) {
    const rows = await db.selectFrom('archive_file').select(['name', 'kind', 'path', 'size', 'sha256']).where('package', '=', id).where(
      'sha256',
      'is not',
      null,
    )
      .$if(without.length > 0, (query) => query.where('kind', 'not in', [...without])).where('name', '>', last).orderBy('name').limit(batch)
      .execute()
    for (const { size, sha256, ...row } of rows) if (sha256 !== null) yield { ...row, size: Number(size), sha256 }
    last = rows.at(-1)?.name ?? last
    if (rows.length < batch) return
  }
}

/** Returns whether a file is an attachment and not made for the package. */
export const isOriginal = (kind: FileKind): boolean => kind === 'original' || kind === 'attachment'
