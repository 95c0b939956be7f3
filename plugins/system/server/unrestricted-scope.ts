import { Forbidden } from '#kernel/errors.ts'
import type { Db } from '#server/database/tables.ts'
import type { Caller } from '#server/identity/caller.ts'
import type { Host } from '#server/host.ts'

/** Requires an unrestricted data scope, e.g. for logs, which contain data of all departments. @throws Forbidden */
export async function demandUnrestrictedScope({ departments }: Pick<Host, 'departments'>, db: Db,
  { caller, resource }: { readonly caller: Caller; readonly resource: string }): Promise<void> {
  if ((await departments(db, caller, resource)) !== 'all') throw new Forbidden('error.forbidden')
}
