import { sql } from 'kysely'
import { z } from 'zod'
import { Missing } from '#kernel/errors.ts'
import { roleDefinitions } from '#kernel/role-definitions.ts'
import { columnAccesses } from '#kernel/fields/disclosure.ts'
import { isNameHalf } from '#kernel/wording/names.ts'
import type { Db } from '#server/database/tables.ts'
import type { Organisation } from '#server/identity/organisation/organisation.ts'
import { containing } from '#server/identity/organisation/search-text.ts'
import { versionInput } from '#server/http/requests/validation.ts'
import type { Role, RoleDetail, ScopeCode } from '#plugins/system/access-wire.ts'

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

const id = z.string().min(1).max(32)
const half = z.string().trim().max(30).refine(isNameHalf, 'system.user.slash')
const version = versionInput
const permission = z.string().min(1).max(100)

/** Key of a role as used in flows; cannot be changed. */
const key = z.string().trim().max(60).regex(/^[A-Za-z][A-Za-z0-9_]*$/, 'system.role.keyFormat')

const basics = { nameCn: half.min(1), nameEn: half.nullish(), sort: z.int().min(0).max(99_999), enable: z.boolean(),
  remark: z.string().trim().max(200).nullish() }

/** Scope of a role for one resource, or its default (`*`). */
const scopeInput = z.strictObject({
  resource: z.string().min(1).max(60),
  scope: z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4), z.literal(5), z.literal(6)]),
  withSub: z.boolean().default(false),
  deptIds: z.array(id).max(1_000).default([]),
})

const scopes = z.array(scopeInput).max(200).refine((all) => new Set(all.map(({ resource }) => resource)).size === all.length,
  'error.field.invalid')

const columns = z.array(
  z.strictObject({ subject: z.string().min(1).max(80), field: z.string().min(1).max(120), access: z.enum(columnAccesses) }),
).max(5_000)
  .refine((all) => new Set(all.map(({ subject, field }) => `${subject} ${field}`)).size === all.length, 'error.field.invalid')

export const newRole = z.strictObject({ ...basics, key, sort: basics.sort.default(100), enable: basics.enable.default(true),
  copyFrom: id.nullish() })

/** Changes of a role, all or none; omitted parts are kept. */
export const changedRole = z.strictObject({
  version,
  basics: z.strictObject(basics).optional(),
  permissions: z.array(permission).max(2_000).optional(),
  scopes: scopes.optional(),
  columns: columns.optional(),
  members: z.strictObject({
    add: z.array(id).max(1_000).default([]),
    remove: z.array(id).max(1_000).default([]),
    responsible: z.array(
      z.strictObject({ userId: id, scope: z.string().min(1).max(40), values: z.array(z.string().min(1).max(64)).max(1_000) }),
    ).max(1_000).default([]),
  }).optional(),
})

export type NewRole = z.output<typeof newRole>
export type ChangedRole = z.output<typeof changedRole>
export type ScopeInput = z.output<typeof scopeInput>

export const roleMenus = z.strictObject({ menuIds: z.array(z.string().max(64)).max(2_000), version: version.optional() })
export const roleUsers = z.strictObject({ userIds: z.array(id).max(5_000), version: version.optional() })
export const roleEnable = z.strictObject({ enable: z.boolean(), version: version.optional() })
export const roleScope = z.strictObject({ ...scopeInput.shape, version: version.optional() })

/** A single data scope of a role, for scripts. */
export const scopeOfRole = z.strictObject({ roleId: id, ...roleScope.shape })
export const scopeKey = z.strictObject({ roleId: id, resource: z.string().min(1).max(60) })

const paging = { current: z.coerce.number().int().min(1).max(1_000_000).default(1),
  size: z.coerce.number().int().min(1).max(200).default(20) }

export const rolePage = z.strictObject({ ...paging, keyword: z.string().trim().max(60).nullish(), enable: z.boolean().nullish() })
export const memberPage = z.strictObject({ ...paging, keyword: z.string().trim().max(60).nullish() })
export const trying = z.strictObject({ userId: id })
