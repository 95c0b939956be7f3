import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { Db, Tables } from '#server/database/tables.ts'
import { everyone, organisationRoles } from '#kernel/role-definitions.ts'
import { containing, hasWords } from '#server/identity/organisation/search-text.ts'
import { inScope, type UserScope } from './user-scope.ts'
import type { sortable, UserFilters } from './user-input.ts'

/** Filtered accounts within the caller's scope. */
export const userList = (db: Db, filters: UserFilters, scope: UserScope) => ({
  async count(): Promise<number> {
    const { count } = await matching(db, filters, scope).select((eb) => eb.fn.countAll<string>().as('count')).executeTakeFirstOrThrow()
    return Number(count)
  },

  /** Ids in the requested order; by default enabled ones first, then by pinyin. */
  async ids({ limit, offset = 0 }: { readonly limit: number; readonly offset?: number }): Promise<string[]> {
    const orders = filters.orders?.length
      ? filters.orders.map(({ column, asc }) => order(columnOf[column], asc))
      : [order('enable', false), order('pinyin', true)]
    const rows = await matching(db, filters, scope).select('sys_user.id').orderBy(sql.join([...orders, sql`sys_user.id`])).limit(limit)
      .offset(offset).execute()
    return rows.map(({ id }) => id)
  },
})

const columnOf: Readonly<Record<(typeof sortable)[number], string>> = {
  userName: 'user_name',
  name: 'pinyin',
  jobNumber: 'job_number',
  positionLevel: 'position_level',
  joiningDate: 'joining_date',
  lastLogin: 'last_login',
  enable: 'enable',
  createTime: 'create_time',
}

const order = (column: string, asc: boolean) => sql`${sql.ref(`sys_user.${column}`)} ${sql.raw(asc ? 'asc' : 'desc')} nulls last`

function matching(db: Db, { keyword, departmentId, role, positionLevel, enable }: UserFilters, scope: UserScope) {
  let query = db.selectFrom('sys_user').where('sys_user.del_flag', '=', 0).where(inScope(scope))
  if (typeof enable === 'boolean') query = query.where('sys_user.enable', '=', enable)
  if (positionLevel) query = query.where('sys_user.position_level', '=', positionLevel)
  if (keyword) query = query.where((eb) => named(eb, keyword))
  if (departmentId) query = query.where(isBelow(departmentId))
  if (role && role !== everyone) query = query.where(holds(role))
  return query
}

/** Keyword condition on names, user name, job number, phone, e-mail, nickname, pinyin and initials. */
function named(eb: ExpressionBuilder<Tables, 'sys_user'>, keyword: string): Expression<SqlBool> {
  const texts = ['name', 'user_name', 'job_number', 'phone', 'email', 'nickname'] as const
  const pattern = containing(keyword)
  return eb.or([...texts.map((column) => eb(sql<string>`lower(${sql.ref(`sys_user.${column}`)})`, 'like', pattern)),
    hasWords('sys_user.pinyin', keyword)])
}

const isBelow = (department: string) =>
  sql<SqlBool>`sys_user.id in (
  select membership.user_id from sys_group top
  join sys_group unit on starts_with(unit.path, top.path) and unit.del_flag = 0
  join sys_user_group membership on membership.group_id = unit.id
  where top.id = ${department} and top.del_flag = 0)`

/** Condition that an account holds a role: listed members, and for organisation roles the leaders of units. */
function holds(role: string) {
  const listed = sql<
    SqlBool
  >`sys_user.id in (select held.user_id from sys_user_role held join sys_role role on role.id = held.role_id
    where role.perm_chars = ${role} and role.del_flag = 0)`
  const column = organisationRoles.find(({ key }) => key === role)?.column
  return column === undefined
    ? listed
    : sql<SqlBool>`(${listed} or sys_user.id in (select ${sql.ref(column)} from sys_group where enable and del_flag = 0))`
}
