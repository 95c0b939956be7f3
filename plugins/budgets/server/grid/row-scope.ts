import { Forbidden } from '#kernel/errors.ts'
import { permits } from '#kernel/permissions.ts'
import type { Db } from '#server/database/tables.ts'
import type { Caller } from '#server/identity/caller.ts'
import type { Host } from '#server/host.ts'
import { can } from '#plugins/budgets/permissions.ts'

/** Departments whose budgets a caller sees: those of their roles' scope, and those that they head with all below. */
export async function budgetScope({ departments }: Pick<Host, 'departments'>, db: Db, caller: Caller): Promise<'all' | readonly string[]> {
  const scope = permits(caller.permissions, can.view) ? await departments(db, caller, 'budget') : []
  if (scope === 'all') return scope
  return [...new Set([...scope, ...(await headed(db, caller.id))])]
}

/** @throws Forbidden if the caller sees no budget */
export async function demandScope(host: Pick<Host, 'departments'>, db: Db, caller: Caller): Promise<'all' | readonly string[]> {
  const visible = await budgetScope(host, db, caller)
  if (visible !== 'all' && visible.length === 0) throw new Forbidden('error.forbidden')
  return visible
}

/** Departments that a person heads, with all below. */
export async function headed(db: Db, person: string): Promise<string[]> {
  const rows = await db
    .selectFrom('sys_group as own')
    .innerJoin('sys_group as below', (join) => join.on((eb) => eb(eb.fn('starts_with', ['below.path', 'own.path']), '=', true)))
    .where('own.head_user_id', '=', person)
    .where('own.del_flag', '=', 0)
    .where('below.del_flag', '=', 0)
    .select('below.id')
    .execute()
  return rows.map(({ id }) => id)
}
