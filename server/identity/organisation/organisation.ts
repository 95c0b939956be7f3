import { type ColumnRights, widestColumns } from '#kernel/fields/disclosure.ts'
import type { Locale } from '#kernel/wording/label.ts'
import type { Db } from '#server/database/tables.ts'
import { everyone, organisationRoles } from '#kernel/role-definitions.ts'
import type { DataScope } from '../caller.ts'
import { listsByKey } from '../lists-by-key.ts'
import { type ChangeVersions, changeVersions } from './change-versions.ts'
import { scopeOfCode, scopesByResource, type ScopeTree } from '../rights/scope.ts'

/** A snapshot of all people, units and permissions; read once per change, shared by all calls. */
export interface Organisation {
  readonly version: string
  readonly users: ReadonlyMap<string, Member>
  readonly groups: ReadonlyMap<string, OrganisationUnit>
  readonly tree: ScopeTree
  /** Names ("中文/English") of enabled roles, by key. */
  readonly roleNames: ReadonlyMap<string, string>
  /** Permissions of an enabled role, by key. */
  readonly permissions: ReadonlyMap<string, readonly string[]>
  /** Row scopes of enabled roles, by key and resource; `*` is the default. */
  readonly scopes: ReadonlyMap<string, Readonly<Record<string, DataScope>>>
  /** Enabled people by role key. */
  readonly holders: ReadonlyMap<string, readonly Member[]>
  readonly delegates: readonly Delegate[]
}

export interface Member {
  readonly id: string
  readonly userName: string
  readonly name: string
  readonly jobNumber: string | null
  /** Value of the dictionary `positionLevel`; null: an ordinary employee. */
  readonly positionLevel: string | null
  readonly enabled: boolean
  readonly departed: boolean
  readonly admin: boolean
  readonly locale: Locale
  readonly sessionEpoch: number
  readonly idpSubject: string | null
  /** Main department first. */
  readonly departments: readonly string[]
  readonly roles: readonly string[]
  /** The person's role scopes, by the keys of role and scope; only for roles with listed members. */
  readonly roleScopes: RoleScopes
  readonly scopes: Readonly<Record<string, readonly DataScope[]>>
  /** The widest column access of their roles. */
  readonly columns: ColumnRights
}

type RoleScopes = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>
export type OrganisationUnit = Awaited<ReturnType<typeof readGroups>>[number]
type Delegate = Awaited<ReturnType<typeof readDelegates>>[number]

/** Caches the organisation until it changes. */
export interface Organisations {
  /**
   * The organisation as `db` sees it now. One small read validates the cached one, so that a change applies to the next call on every
   * instance without relying on notifications.
   * @param versions the result of that read
   */
  at(db: Db, versions?: ChangeVersions): Promise<Organisation>
  /** Version of the dictionaries at the last call of `at`; browsers compare it with their cached version. */
  dictionaryVersion(): string
  /** Version of the menu, likewise. */
  menuVersion(): string
}

/** Creates the cache: each version of the directory is loaded once. */
export function organisations(): Organisations {
  const known = new Map<string, Promise<Organisation>>()
  let dictionaryVersion = '0'
  let menuVersion = '0'
  return {
    dictionaryVersion: () => dictionaryVersion,
    menuVersion: () => menuVersion,
    async at(db, knownVersions) {
      const versions = knownVersions ?? (await changeVersions(db))
      dictionaryVersion = versions.dictionary
      menuVersion = versions.menu
      const loaded = known.get(versions.directory)
      // The load may have failed with another call's transaction: then this one loads again.
      if (loaded) return loaded.catch(() => load(db, versions.directory))
      const loading = load(db, versions.directory)
      known.set(versions.directory, loading)
      loading.catch(() => known.delete(versions.directory))
      for (const old of [...known.keys()].slice(0, -kept)) known.delete(old)
      return loading
    },
  }
}

/** Number of cached versions: a transaction that changes the organisation sees its own version while others see the previous one. */
const kept = 4

async function load(db: Db, version: string): Promise<Organisation> {
  const groups = await readGroups(db)
  const roles = await readRoles(db)
  const users = await readUsers(db)
  const listed = await readRoleMembers(db)
  const roleScopes = await readRoleScopes(db)
  const delegates = await readDelegates(db)
  const rolesOf = roleAssignment(roles, listed, groups)
  const members = users.map((user): Member => {
    const keys = rolesOf(user.id)
    const scopes = scopesByResource(keys.map((key) => roles.get(key)?.scopes ?? {}))
    return { ...user, roles: keys, roleScopes: roleScopes.get(user.id) ?? {}, scopes,
      columns: widestColumns(keys.map((key) => roles.get(key)?.columns ?? {})) }
  })
  return organisationOf({
    version,
    users: new Map(members.map((member) => [member.id, member])),
    groups: new Map(groups.map((group) => [group.id, group])),
    roleNames: new Map([...roles].map(([key, role]) => [key, role.name])),
    permissions: new Map([...roles].map(([key, role]) => [key, role.permissions])),
    scopes: new Map([...roles].map(([key, role]) => [key, role.scopes])),
    delegates,
  })
}

interface Role {
  readonly name: string
  readonly permissions: readonly string[]
  readonly scopes: Readonly<Record<string, DataScope>>
  readonly columns: ColumnRights
}

/** Roles of a person: listed ones, those of a head, vice president or general manager, and the role of all people. */
function roleAssignment(roles: ReadonlyMap<string, Role>, listed: ReadonlyMap<string, readonly string[]>,
  groups: readonly OrganisationUnit[]) {
  const byField = new Map<string, Set<string>>()
  for (const { key, column } of organisationRoles) {
    for (const group of groups) {
      const person = group[column]
      if (person && group.enable) byField.set(person, (byField.get(person) ?? new Set()).add(key))
    }
  }
  return (person: string) =>
    [...new Set([...(listed.get(person) ?? []), ...(byField.get(person) ?? []), everyone])].filter((key) => roles.has(key))
}

async function readUsers(db: Db) {
  const rows = await db
    .selectFrom('sys_user')
    .select(['id', 'user_name', 'name', 'job_number', 'position_level', 'enable', 'leaving_date', 'admin', 'locale', 'session_epoch',
      'idp_subject'])
    .where('del_flag', '=', 0)
    .orderBy('id')
    .execute()
  const memberships = await db.selectFrom('sys_user_group').select(['user_id', 'group_id']).orderBy('is_main', 'desc').orderBy('sort')
    .orderBy('group_id').execute()
  const departments = listsByKey(memberships.map(({ user_id, group_id }) => [user_id, group_id] as const))
  return rows.map((row) => ({
    id: row.id,
    userName: row.user_name,
    name: row.name,
    jobNumber: row.job_number,
    positionLevel: row.position_level,
    enabled: row.enable,
    departed: !row.enable && row.leaving_date !== null,
    admin: row.admin,
    locale: row.locale,
    sessionEpoch: row.session_epoch,
    idpSubject: row.idp_subject,
    departments: departments.get(row.id) ?? [],
  }))
}

function readGroups(db: Db) {
  return db
    .selectFrom('sys_group')
    .select(['id', 'code', 'name', 'full_name', 'parent_id', 'type', 'head_user_id', 'deputy_user_id', 'vp_user_id', 'gm_user_id',
      'has_budget_dept', 'enable', 'path', 'sort'])
    .where('del_flag', '=', 0)
    .orderBy('level')
    .orderBy('sort')
    .orderBy('id')
    .execute()
}

async function readRoles(db: Db): Promise<Map<string, Role>> {
  const rows = await db.selectFrom('sys_role').select(['id', 'perm_chars', 'name']).where('enable', '=', true).where('del_flag', '=', 0)
    .execute()
  const permissions = listsByKey(
    (await db.selectFrom('sys_role_permission').select(['role_id', 'permission']).execute()).map((row) =>
      [row.role_id, row.permission] as const
    ),
  )
  const scopes = await db.selectFrom('sys_data_scope').selectAll().execute()
  const columns = listsByKey(
    (await db.selectFrom('sys_role_column').selectAll().execute()).map(({ role_id, subject, field, access }) =>
      [role_id, { [subject]: { [field]: access } }] as const
    ),
  )
  return new Map(
    rows.map(({ id, perm_chars: key, name }) => {
      const own = scopes.filter((row) => row.role_id === id).map((row) =>
        [row.resource, { scope: scopeOfCode[row.scope], withSub: row.with_sub, departments: row.dept_ids }] as const
      )
      return [key, { name, permissions: permissions.get(id) ?? [], scopes: Object.fromEntries(own),
        columns: widestColumns(columns.get(id) ?? []) }]
    }),
  )
}

async function readRoleMembers(db: Db): Promise<Map<string, string[]>> {
  const rows = await db.selectFrom('sys_user_role').innerJoin('sys_role', 'sys_role.id', 'sys_user_role.role_id').select(['user_id',
    'perm_chars']).where('del_flag', '=', 0)
    .orderBy('perm_chars').execute()
  return listsByKey(rows.map((row) => [row.user_id, row.perm_chars] as const))
}

async function readRoleScopes(db: Db): Promise<Map<string, RoleScopes>> {
  const rows = await db.selectFrom('sys_role_member_scope').innerJoin('sys_role', 'sys_role.id', 'role_id').select(['user_id', 'perm_chars',
    'scope', 'values']).where('del_flag', '=', 0).execute()
  const people = new Map<string, RoleScopes>()
  for (const { user_id: person, perm_chars: role, scope, values } of rows) {
    const known = people.get(person) ?? {}
    people.set(person, { ...known, [role]: { ...known[role], [scope]: values } })
  }
  return people
}

function readDelegates(db: Db) {
  return db.selectFrom('user_delegate').select(['user_id', 'delegate_id', 'start_time', 'end_time', 'business_types'])
    .where('enable', '=', true)
    .where('del_flag', '=', 0)
    .orderBy('start_time')
    .execute()
}

/** Builds the lookups of an organisation from its records. */
export const organisationOf = (records: OrganisationRecords): Organisation => ({
  ...records,
  tree: treeOf([...records.groups.values()]),
  holders: holdersOf([...records.users.values()]),
})

function holdersOf(members: readonly Member[]): Map<string, Member[]> {
  return listsByKey(members.filter(({ enabled }) => enabled).flatMap((member) => member.roles.map((role) => [role, member] as const)))
}

/** An organisation as plain data, which can be posted to a worker thread. */
export type OrganisationRecords = Omit<Organisation, 'tree' | 'holders'>

/** The records of an organisation, without the lookups. */
export const recordsOf = ({ tree: _tree, holders: _holders, ...records }: Organisation): OrganisationRecords => records

interface GroupNode {
  readonly id: string
  readonly parent_id: string | null
  readonly type: string
}

/** The organisation tree for row scopes. A unit with a missing parent counts as a root. */
export function treeOf(nodes: readonly GroupNode[]): ScopeTree {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const children = new Map<string, string[]>()
  for (const { id, parent_id: parent } of nodes) {
    if (parent) children.set(parent, [...(children.get(parent) ?? []), id])
  }
  const parent = (id: string) => byId.get(id)?.parent_id ?? undefined
  const lineage = (id: string): string[] => {
    const above = parent(id)
    return above && byId.has(above) ? [...lineage(above), id] : [id]
  }
  const below = (id: string): string[] => (children.get(id) ?? []).flatMap((child) => [child, ...below(child)])
  return {
    parent,
    lineage,
    below,
    enterprise: (id) => lineage(id).findLast((above) => byId.get(above)?.type === 'ENTERPRISE'),
  }
}
