import { sql } from 'kysely'
import { nowOf } from '../../../../src/kernel/dates.ts'
import type { Locale } from '../../../../src/kernel/label.ts'
import type { Db } from '../../../../server/database/tables.ts'
import { listsByKey } from '../../../../server/identity/lists-by-key.ts'

/** An account on the wire; neither its password nor anything made of it. */
export interface UserAnswer {
  readonly id: string
  readonly userName: string
  /** "中文/English" */
  readonly name: string
  readonly nickname: string | null
  readonly phone: string | null
  readonly email: string | null
  readonly jobNumber: string | null
  readonly joiningDate: string | null
  readonly leavingDate: string | null
  readonly cardId: string | null
  readonly position: string | null
  readonly avatar: string | null
  readonly locale: Locale
  readonly admin: boolean
  readonly enable: 0 | 1
  readonly departed: boolean
  /** yyyy-MM-dd HH:mm:ss */
  readonly lastLogin: string | null
  readonly version: number
  /** Main department first. */
  readonly departments: readonly { readonly id: string; readonly name: string; readonly code: string | null; readonly main: boolean }[]
  /** Those that the person is listed for. */
  readonly roles: readonly { readonly key: string; readonly name: string }[]
}

const columns = [
  'id', 'user_name', 'name', 'nickname', 'phone', 'email', 'job_number', 'joining_date', 'leaving_date', 'card_id', 'position', 'avatar', 'locale', 'admin', 'enable', 'last_login', 'version',
] as const

/** The accounts of these ids, in no order. */
export async function userAnswers(db: Db, ids: readonly string[]): Promise<UserAnswer[]> {
  if (ids.length === 0) return []
  const rows = await db.selectFrom('sys_user').select(columns).where('id', '=', sql<string>`any(${[...ids]})`).where('del_flag', '=', 0).execute()
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

async function departmentsOf(db: Db, ids: readonly string[]) {
  const rows = await db
    .selectFrom('sys_user_group')
    .innerJoin('sys_group', 'sys_group.id', 'sys_user_group.group_id')
    .select(['user_id', 'sys_group.id', 'sys_group.name', 'sys_group.code', 'is_main as main'])
    .where('user_id', '=', sql<string>`any(${[...ids]})`)
    .where('del_flag', '=', 0)
    .orderBy('is_main', 'desc')
    .orderBy('sys_user_group.sort')
    .orderBy('sys_group.id')
    .execute()
  return listsByKey(rows.map((row) => [row.user_id, row] as const))
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
