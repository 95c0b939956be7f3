import { Forbidden } from '#kernel/errors.ts'
import type { Db } from '#server/database/tables.ts'
import type { Caller } from '#server/identity/caller.ts'
import type { Host } from '#server/host.ts'

/** Logs concern everybody, and so are only for callers with an unrestricted scope. @throws Forbidden */
export async function demandUnrestrictedScope({ departments }: Pick<Host, 'departments'>, db: Db,
  { caller, resource }: { readonly caller: Caller; readonly resource: string }): Promise<void> {
  if ((await departments(db, caller, resource)) !== 'all') throw new Forbidden('error.forbidden')
}
