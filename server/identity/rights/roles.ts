import { sql } from 'kysely'
import type { ColumnAccess } from '#kernel/fields/disclosure.ts'
import { Missing } from '#kernel/errors.ts'
import type { Permission } from '#kernel/permissions.ts'
import type { Db } from '#server/database/tables.ts'
import type { DataScope } from '../caller.ts'
import { newId } from '../id.ts'
import { roleDefinitions, type RoleDefinition } from '#kernel/role-definitions.ts'
import { scopeCodes } from './scope.ts'

/** Roles and their permissions; runs inside the caller's transaction when `db` is one. */
export const roles = (db: Db) => ({
  /** Creates missing roles; names that an administrator has changed are kept. */
  async ensure(at: Date, definitions: readonly RoleDefinition[] = roleDefinitions): Promise<void> {
    const rows = definitions.map(({ key, cn, en, sort = definitions.length }) => ({ id: newId(), perm_chars: key, name: `${cn}/${en}`, sort,
      built_in: true, create_time: at, update_time: at })
    )
    await db
      .insertInto('sys_role')
      .values(rows)
      .onConflict((conflict) => conflict.column('perm_chars').where('del_flag', '=', sql.lit(0)).doNothing())
      .execute()
  },

  /** Adds permissions to a role; existing ones are ignored. */
  async grant(role: string, permissions: readonly Permission[]): Promise<void> {
    if (permissions.length === 0) return
    const id = await idOf(db, role)
    await db
      .insertInto('sys_role_permission')
      .values([...new Set(permissions)].map((permission) => ({ role_id: id, permission })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  },

  /** Replaces a role's permissions. */
  async setPermissions(role: string, permissions: readonly Permission[]): Promise<void> {
    const id = await idOf(db, role)
    await db.deleteFrom('sys_role_permission').where('role_id', '=', id).execute()
    await roles(db).grant(role, permissions)
  },

  /** Replaces the column access of a role. */
  async setColumns(role: string,
    columns: readonly { readonly subject: string; readonly field: string; readonly access: ColumnAccess }[]): Promise<void> {
    const id = await idOf(db, role)
    await db.deleteFrom('sys_role_column').where('role_id', '=', id).execute()
    if (columns.length > 0)
      await db.insertInto('sys_role_column').values(columns.map(({ subject, field, access }) => ({ role_id: id, subject, field, access })))
        .execute()
  },

  /** Sets the row scope of a role for a resource; `*` is the role's default. */
  async setScope(role: string, resource: string, { scope, withSub, departments }: DataScope): Promise<void> {
    const id = await idOf(db, role)
    const values = { scope: scopeCodes[scope], with_sub: withSub, dept_ids: [...departments] }
    await db
      .insertInto('sys_data_scope')
      .values({ role_id: id, resource, ...values })
      .onConflict((conflict) => conflict.columns(['role_id', 'resource']).doUpdateSet(values))
      .execute()
  },
})

async function idOf(db: Db, role: string): Promise<string> {
  const row = await db.selectFrom('sys_role').select('id').where('perm_chars', '=', role).where('del_flag', '=', 0).executeTakeFirst()
  if (!row) throw new Missing('error.missing', { role })
  return row.id
}
