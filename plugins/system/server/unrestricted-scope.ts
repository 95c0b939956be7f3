import { Forbidden } from '#kernel/errors.ts'
import type { Db } from '#server/database/tables.ts'
import type { Caller } from '#server/identity/caller.ts'
import type { Host } from '#server/host.ts'

/** Logs tell of everybody, and so are for those only who see everything: a part of them would tell of others too. @throws Forbidden */
export async function demandUnrestrictedScope({ departments }: Pick<Host, 'departments'>, db: Db,
  { caller, resource }: { readonly caller: Caller; readonly resource: string }): Promise<void> {
  if ((await departments(db, caller, resource)) !== 'all') throw new Forbidden('error.forbidden')
}
