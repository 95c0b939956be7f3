import { type Expression, type ExpressionBuilder, sql, type SqlBool } from 'kysely'
import { everyone, organisationRoles } from '#kernel/role-definitions.ts'
import { nowOf } from '#kernel/values/dates.ts'
import type { Db, Tables } from '#server/database/tables.ts'
import { containing, hasWords } from '#server/identity/organisation/search-text.ts'
import { listsByKey } from '#server/identity/lists-by-key.ts'
import { departmentsOf } from '#server/identity/organisation/people-and-units.ts'
import type { UserAnswer } from '#plugins/system/access-wire.ts'
import { inScope, type UserScope } from './guards.ts'
import type { sortable, UserFilters } from './save-user.ts'

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

const columns = [
  'id',
  'user_name',
  'name',
  'nickname',
  'phone',
  'email',
  'job_number',
  'joining_date',
  'leaving_date',
  'card_id',
  'position',
  'position_level',
  'avatar',
  'locale',
  'admin',
  'enable',
  'last_login',
  'version',
] as const

/** Accounts by id, unordered; deleted ones are left out. */
export async function userAnswers(db: Db, ids: readonly string[]): Promise<UserAnswer[]> {
  if (ids.length === 0) return []
  const rows = await db.selectFrom('sys_user').select(columns).where('id', '=', sql<string>`any(${[...ids]})`).where('del_flag', '=', 0)
    .execute()
  const departments = await departmentsOf(db, ids)
  const roles = await rolesOf(db, ids)
  return rows.map((row) => ({
    id: row.id,
    userName: row.user_name,
    name: row.name,
    nickname: row.nickname,
    phone: row.phone,
    email: row.email,
    jobNumber: row.job_number,
    joiningDate: row.joining_date,
    leavingDate: row.leaving_date,
    cardId: row.card_id,
    position: row.position,
    positionLevel: row.position_level,
    avatar: row.avatar,
    locale: row.locale,
    admin: row.admin,
    enable: row.enable ? 1 : 0,
    departed: !row.enable && row.leaving_date !== null,
    lastLogin: row.last_login && nowOf(row.last_login),
    version: row.version,
    departments: (departments.get(row.id) ?? []).map(({ id, name, code, main }) => ({ id, name, code, main })),
    roles: (roles.get(row.id) ?? []).map(({ key, name }) => ({ key, name })),
  }))
}

async function rolesOf(db: Db, ids: readonly string[]) {
  const rows = await db
    .selectFrom('sys_user_role')
    .innerJoin('sys_role', 'sys_role.id', 'sys_user_role.role_id')
    .select(['user_id', 'perm_chars as key', 'name'])
    .where('user_id', '=', sql<string>`any(${[...ids]})`)
    .where('del_flag', '=', 0)
    .orderBy('sort')
    .orderBy('perm_chars')
    .execute()
  return listsByKey(rows.map((row) => [row.user_id, row] as const))
}
