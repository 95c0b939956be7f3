import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import { Missing } from '#kernel/errors.ts'
import type { Db, Tables } from '#server/database/tables.ts'
import type { Caller } from '#server/identity/caller.ts'
import type { DepartmentScope } from '#server/identity/rights/scope.ts'
import type { Host, RowScope } from '#server/host.ts'
import { canOrganisation } from '#plugins/system/permissions.ts'
import type { CommandContext } from '#server/unit-of-work.ts'

/** Units that a caller administers: their data scope `org`. */
export const unitScope = (host: Pick<Host, 'departments'>, db: Db, caller: Caller): Promise<DepartmentScope> =>
  host.departments(db, caller, 'org')

/** The scope as a condition on `sys_group`. */
export function unitsInScope(scope: DepartmentScope) {
  return (
    eb: ExpressionBuilder<Tables, 'sys_group'>,
  ): Expression<SqlBool> => (scope === 'all' ? eb.lit(true) : sql<SqlBool>`sys_group.id = any(${[...scope]}::text[])`)
}

/** @throws Missing for a unit outside of the caller's scope */
export async function demandUnit({ host, db, caller }: Pick<CommandContext, 'host' | 'db' | 'caller'>, id: string): Promise<void> {
  const scope = await unitScope(host, db, caller)
  if (scope !== 'all' && !scope.includes(id)) throw new Missing('error.missing')
}

export const organisationScope: RowScope = {
  cn: '组织',
  en: 'Organisation',
  needs: canOrganisation.view,
  async count(host, db, caller) {
    const counted = db.selectFrom('sys_group').select((eb) => eb.fn.countAll<string>().as('count')).where('del_flag', '=', 0)
    const seen = await counted.where(unitsInScope(await unitScope(host, db, caller))).executeTakeFirstOrThrow()
    const { count } = await counted.executeTakeFirstOrThrow()
    return { seen: Number(seen.count), all: Number(count) }
  },
}
