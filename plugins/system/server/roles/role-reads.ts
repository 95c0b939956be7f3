import { sql } from 'kysely'
import { Missing } from '#kernel/errors.ts'
import type { Db } from '#server/database/tables.ts'
import type { Organisation } from '#server/identity/organisation/organisation.ts'
import { roleDefinitions } from '#kernel/role-definitions.ts'
import { containing } from '#server/identity/organisation/search-text.ts'
import type { Role, RoleDetail, ScopeCode } from '#plugins/system/role-wire.ts'

const computed = roleDefinitions.filter(({ holders }) => holders === 'document').map(({ key }) => key)

/** Reads roles that carry rights, i.e. without roles computed per document. */
export const roleReads = (db: Db, { holders }: Pick<Organisation, 'holders'>) => ({
  async page({ keyword, enable, current, size }: { keyword?: string | null; enable?: boolean | null; current: number; size: number }) {
    let query = db.selectFrom('sys_role').where('del_flag', '=', 0).where('perm_chars', '<>', sql<string>`all(${computed})`)
    if (typeof enable === 'boolean') query = query.where('enable', '=', enable)
    if (keyword)
      query = query.where((eb) =>
        eb.or([eb(sql<string>`lower(name)`, 'like', containing(keyword)), eb(sql<string>`lower(perm_chars)`, 'like', containing(keyword))])
      )
    const { count } = await query.select((eb) => eb.fn.countAll<string>().as('count')).executeTakeFirstOrThrow()
    const rows = await query.select(roleColumns).select(defaultScope).orderBy('sort').orderBy('perm_chars').limit(size).offset(
      (current - 1) * size,
    ).execute()
    return { records: rows.map((row) => answerOf(row, holders)), total: Number(count), current, size,
      pages: Math.ceil(Number(count) / size) }
  },

  /** Reads a role. @throws Missing */
  async one(id: string): Promise<RoleDetail> {
    const row = await db.selectFrom('sys_role').where('id', '=', id).where('del_flag', '=', 0).select(roleColumns).select(defaultScope)
      .executeTakeFirst()
    if (!row) throw new Missing('error.missing')
    const permissions = await db.selectFrom('sys_role_permission').select('permission').where('role_id', '=', id).orderBy('permission')
      .execute()
    const scopes = await db.selectFrom('sys_data_scope').select(['resource', 'scope', 'with_sub', 'dept_ids']).where('role_id', '=', id)
      .orderBy('resource').execute()
    const columns = await db.selectFrom('sys_role_column').select(['subject', 'field', 'access']).where('role_id', '=', id).orderBy(
      'subject',
    ).orderBy('field').execute()
    return {
      ...answerOf(row, holders),
      permissions: permissions.map(({ permission }) => permission),
      scopes: scopes.map(({ resource, scope, with_sub: withSub, dept_ids: deptIds }) => ({ resource, scope, withSub, deptIds })),
      columns,
    }
  },
})

const roleColumns = ['id', 'perm_chars', 'name', 'sort', 'enable', 'built_in', 'remark', 'version'] as const

const defaultScope = sql<ScopeCode | null>`(select scope from sys_data_scope where role_id = sys_role.id and resource = '*')`.as(
  'data_scope',
)

interface RoleRow {
  readonly id: string
  readonly perm_chars: string
  readonly name: string
  readonly sort: number
  readonly enable: boolean
  readonly built_in: boolean
  readonly remark: string | null
  readonly version: number
  readonly data_scope: ScopeCode | null
}

function answerOf({ perm_chars: key, built_in: builtIn, data_scope: dataScope, ...row }: RoleRow, held: Organisation['holders']): Role {
  return { ...row, key, builtIn, dataScope, holders: roleDefinitions.find((role) => role.key === key)?.holders ?? 'members',
    members: held.get(key)?.length ?? 0 }
}
