import { sql } from 'kysely'
import { nowOf } from '#kernel/values/dates.ts'
import type { Db } from '#server/database/tables.ts'
import { listsByKey } from '#server/identity/lists-by-key.ts'
import { departmentsOf } from '#server/identity/organisation/people.ts'
import type { UserAnswer } from '#plugins/system/user-wire.ts'

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
