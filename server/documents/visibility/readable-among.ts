import type { Caller } from '#server/identity/caller.ts'
import type { Db } from '#server/database/tables.ts'
import type { Host } from '#server/host.ts'
import { readable, readerOf } from './scope.ts'

interface ReadableQuery {
  readonly host: Pick<Host, 'departments'>
  readonly db: Db
  readonly caller: Caller
}

/** The ids among these that the caller may read. */
export async function readableAmong({ host, db, caller }: ReadableQuery, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const reader = await readerOf(host, db, caller)
  const rows = await db.selectFrom('document').select('id').where('id', 'in', [...ids]).where(readable(reader)).execute()
  return new Set(rows.map(({ id }) => id))
}
