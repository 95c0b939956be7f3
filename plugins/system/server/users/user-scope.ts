import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { Db, Tables } from '#server/database/tables.ts'
import type { Caller } from '#server/identity/caller.ts'
import type { DepartmentScope } from '#server/identity/rights/scope.ts'
import type { Host, RowScope } from '#server/host.ts'
import { canUser } from '#plugins/system/permissions.ts'

/** Accounts visible to a caller: members of departments in their data scope, and their own. */
export interface UserScope {
  readonly departments: DepartmentScope
  readonly own: string
}

/** The caller's data scope of accounts (`user`). */
export async function userScope(host: Pick<Host, 'departments'>, db: Db, caller: Caller): Promise<UserScope> {
  return { departments: await host.departments(db, caller, 'user'), own: caller.id }
}

/** The scope as a condition on `sys_user`, used by all statements about accounts. */
export function inScope({ departments, own }: UserScope) {
  return (eb: ExpressionBuilder<Tables, 'sys_user'>): Expression<SqlBool> =>
    departments === 'all' ? eb.lit(true) : eb.or([eb('sys_user.id', '=', own), isMember([...departments])])
}

const isMember = (departments: readonly string[]) =>
  sql<
    SqlBool
  >`exists (select from sys_user_group membership where membership.user_id = sys_user.id and membership.group_id = any(${departments}))`

export const accountScope: RowScope = {
  cn: '用户',
  en: 'Users',
  needs: canUser.view,
  async count(host, db, caller) {
    const counted = db.selectFrom('sys_user').select((eb) => eb.fn.countAll<string>().as('count')).where('del_flag', '=', 0)
    const seen = await counted.where(inScope(await userScope(host, db, caller))).executeTakeFirstOrThrow()
    const { count } = await counted.executeTakeFirstOrThrow()
    return { seen: Number(seen.count), all: Number(count) }
  },
}
