import { sql } from 'kysely'
import { Missing, Refused } from '#kernel/errors.ts'
import type { Label, Locale } from '#kernel/wording/label.ts'
import { bilingual } from '#kernel/wording/names.ts'
import { isUniqueViolation } from '#server/database/errors.ts'
import type { Db } from '#server/database/tables.ts'
import { attempts } from '../accounts/attempts.ts'
import { newId } from '../id.ts'
import { personSearchText } from './search-text.ts'

export interface UserDetails {
  /** "中文/English" */
  readonly name: string
  readonly nickname?: string | null
  readonly phone?: string | null
  readonly email?: string | null
  readonly jobNumber?: string | null
  readonly joiningDate?: string | null
  readonly leavingDate?: string | null
  readonly cardId?: string | null
  readonly position?: string | null
  /** Value of the dictionary `positionLevel`; empty for an ordinary employee. */
  readonly positionLevel?: string | null
  readonly avatar?: string | null
  readonly admin?: boolean
  readonly locale?: Locale
}

export interface NewUser extends UserDetails {
  readonly id?: string
  /** Letters, digits, `._-`, at most 30; immutable. */
  readonly userName: string
  /** From `hashPassword`; without it the person cannot sign in by password. */
  readonly passwordHash?: string | null
  readonly mustChangePassword?: boolean
  readonly enable?: boolean
  /** Main department first. */
  readonly departments?: readonly Membership[]
  /** Role keys. */
  readonly roles?: readonly string[]
}

export interface Membership {
  readonly id: string
  readonly position?: string | null
}

/** People with their memberships; `at` is the time of changes. Runs inside the caller's transaction when `db` is one. */
export const users = (db: Db, at: Date) => ({
  /** @throws Refused `error.duplicate` at the field whose value is in use */
  async create(user: NewUser): Promise<string> {
    const id = user.id ?? newId()
    const { userName, passwordHash = null, mustChangePassword = false, enable = true } = user
    await db
      .insertInto('sys_user')
      .values({ ...columns(user), id, user_name: userName, name: user.name, pinyin: personSearchText(user.name),
        password_hash: passwordHash, must_change_password: mustChangePassword, enable, create_time: at, update_time: at })
      .execute()
      .catch(namingTheField)
    if (user.departments) await users(db, at).setDepartments(id, user.departments)
    if (user.roles) await users(db, at).setRoles(id, user.roles)
    return id
  },

  /** Changes the given details. @throws Missing; Refused `error.duplicate` */
  async update(id: string, details: Partial<UserDetails>, by?: string): Promise<void> {
    const values = { ...columns(details),
      ...(details.name === undefined ? {} : { name: details.name, pinyin: personSearchText(details.name) }) }
    const result = await db
      .updateTable('sys_user')
      .set((eb) => ({ ...values, update_by: by ?? null, update_time: at, version: eb('version', '+', 1) }))
      .where('id', '=', id)
      .where('del_flag', '=', 0)
      .executeTakeFirst()
      .catch(namingTheField)
    if (!result.numUpdatedRows) throw new Missing('error.missing')
  },

  /**
   * Replaces the memberships; the first is the main department.
   * @throws Refused `identity.unitGone` where a unit does not exist any more
   */
  async setDepartments(id: string, departments: readonly Membership[]): Promise<void> {
    await demandUnits(db, departments)
    await db.deleteFrom('sys_user_group').where('user_id', '=', id).execute()
    if (departments.length === 0) return
    await db
      .insertInto('sys_user_group')
      .values(
        departments.map(({ id: group, position }, index) => ({ user_id: id, group_id: group, is_main: index === 0,
          position: position ?? null, sort: index })
        ),
      )
      .execute()
  },

  /** Makes one of the person's departments the main one. @throws Refused `identity.notYourUnit` at `mainDepartmentId` */
  async setMainDepartment(id: string, department: string): Promise<void> {
    await db.selectFrom('sys_user').select('id').where('id', '=', id).forNoKeyUpdate().execute()
    const own = await db.selectFrom('sys_user_group').innerJoin('sys_group', 'sys_group.id', 'group_id').select('group_id').where('user_id',
      '=', id).where('group_id', '=', department).where('del_flag', '=', 0).executeTakeFirst()
    if (!own) throw new Refused('identity.notYourUnit', {}, [{ field: 'mainDepartmentId', code: 'identity.notYourUnit' }])
    // Unset first: at most one department may be the main one at any time.
    await db.updateTable('sys_user_group').set({ is_main: false }).where('user_id', '=', id).where('is_main', '=', true).execute()
    await db.updateTable('sys_user_group').set({ is_main: true }).where('user_id', '=', id).where('group_id', '=', department).execute()
  },

  /** Replaces the roles by those with the given keys. @throws Refused `identity.unknownRole` */
  async setRoles(id: string, keys: readonly string[]): Promise<void> {
    const roles = keys.length === 0
      ? []
      : await db.selectFrom('sys_role').select(['id', 'perm_chars']).where('perm_chars', 'in', keys).where('del_flag', '=', 0).execute()
    const unknown = keys.find((key) => !roles.some((role) => role.perm_chars === key))
    if (unknown) throw new Refused('identity.unknownRole', { role: unknown })
    const ids = roles.map((role) => role.id)
    // keeps the scopes of unchanged roles
    await db.deleteFrom('sys_user_role').where('user_id', '=', id).where('role_id', '<>', sql<string>`all(${ids})`).execute()
    if (ids.length > 0)
      await db.insertInto('sys_user_role').values(ids.map((role_id) => ({ user_id: id, role_id }))).onConflict((conflict) =>
        conflict.doNothing()
      ).execute()
  },

  /**
   * Enables or disables an account; disabling ends the person's sessions with their next call.
   * @param leavingDate yyyy-MM-dd; a disabled person with a leaving date is shown as departed
   * @throws Refused `identity.lastAdministrator` where no other administrator is left; Missing
   */
  async setEnabled(id: string, enable: boolean,
    { by, leavingDate }: { readonly by?: string; readonly leavingDate?: string | null } = {}): Promise<void> {
    if (!enable) await users(db, at).keepOneAdministrator(id)
    const result = await db
      .updateTable('sys_user')
      .set((eb) => ({ enable, ...(leavingDate !== undefined && { leaving_date: leavingDate }), update_by: by ?? null, update_time: at,
        version: eb('version', '+', 1) })
      )
      .where('id', '=', id)
      .where('del_flag', '=', 0)
      .executeTakeFirst()
    if (!result.numUpdatedRows) throw new Missing('error.missing')
    if (!enable) await users(db, at).endSessions(id)
  },

  /** Sets the password and ends all sessions of the old one. */
  async setPassword(id: string, passwordHash: string, mustChange = false): Promise<void> {
    const row = await db
      .updateTable('sys_user')
      .set({ password_hash: passwordHash, must_change_password: mustChange, update_time: at })
      .where('id', '=', id)
      .where('del_flag', '=', 0)
      .returning('user_name')
      .executeTakeFirst()
    if (!row) throw new Missing('error.missing')
    await users(db, at).endSessions(id)
    await attempts(db).forget(row.user_name)
  },

  /**
   * Locks the enabled administrators, so that two who disable each other concurrently cannot both succeed.
   * @throws Refused `identity.lastAdministrator` where this person is the only one
   */
  async keepOneAdministrator(id: string): Promise<void> {
    const administrators = await db.selectFrom('sys_user').select('id').where('admin', '=', true).where('enable', '=', true).where(
      'del_flag',
      '=',
      0,
    ).orderBy('id').forUpdate()
      .execute()
    if (administrators.length === 1 && administrators[0]?.id === id) throw new Refused('identity.lastAdministrator')
  },

  /** Invalidates the person's access and refresh tokens immediately, on every device. */
  async endSessions(id: string): Promise<void> {
    await db.updateTable('sys_user').set((eb) => ({ session_epoch: eb('session_epoch', '+', 1) })).where('id', '=', id).execute()
    await db.deleteFrom('idp_record').where('account_id', '=', id).execute()
  },

  async signedIn(id: string): Promise<void> {
    await db.updateTable('sys_user').set({ last_login: at }).where('id', '=', id).execute()
  },
})

/** Demands that the units still exist, and locks them so that they are not deleted before the membership is stored. */
async function demandUnits(db: Db, departments: readonly Membership[]) {
  const ids = [...new Set(departments.map(({ id }) => id))]
  if (ids.length === 0) return
  const known = await db.selectFrom('sys_group').select('id').where('id', 'in', ids).where('del_flag', '=', 0).orderBy('id').forKeyShare()
    .execute()
  if (known.length < ids.length) throw new Refused('identity.unitGone', {}, [{ field: 'departmentIds', code: 'identity.unitGone' }])
}

function columns(details: Partial<UserDetails>) {
  const { nickname, phone, email, jobNumber, joiningDate, leavingDate, cardId, position, positionLevel, avatar, admin, locale } = details
  const all = { nickname, phone, email, job_number: jobNumber, joining_date: joiningDate, leaving_date: leavingDate, card_id: cardId,
    position, position_level: positionLevel, avatar, admin, locale }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as
    & Partial<Omit<typeof all, 'admin' | 'locale'>>
    & { admin?: boolean; locale?: Locale }
}

const uniqueFields: Readonly<Record<string, Label & { readonly field: string }>> = {
  sys_user_user_name: { field: 'userName', cn: '用户名', en: 'User name' },
  sys_user_job_number: { field: 'jobNumber', cn: '工号', en: 'Job number' },
  sys_user_phone: { field: 'phone', cn: '手机号', en: 'Phone' },
  sys_user_email: { field: 'email', cn: '邮箱', en: 'E-mail' },
}

function namingTheField(error: unknown): never {
  for (const [constraint, { field, ...label }] of Object.entries(uniqueFields)) {
    const problem = { code: 'error.duplicate', parameters: { label: bilingual(label) } }
    if (isUniqueViolation(error, constraint)) throw new Refused(problem.code, problem.parameters, [{ field, ...problem }])
  }
  throw error
}
