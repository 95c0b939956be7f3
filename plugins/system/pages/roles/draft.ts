import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ColumnAccess } from '#kernel/fields/disclosure.ts'
import { splitName } from '#kernel/wording/names.ts'
import { useCommand } from '#shell/command/use-command.ts'
import { useTabDirty } from '#shell/tabs/tabs-context.ts'
import type { RoleColumn, RoleDetail, RoleMenu, Scope } from '#plugins/system/access-wire.ts'
import { menuIdsOf, permissionsIn } from './permissions/permission-tree.ts'
import { rolePath, roles, useRoleText } from './roles.ts'

interface Basics {
  readonly nameCn: string
  readonly nameEn: string
  readonly sort: number
  readonly enable: boolean
  readonly remark: string
}

/** Draft of a role being edited. */
interface RoleDraft {
  readonly basics: Basics
  readonly permissions: ReadonlySet<string>
  readonly scopes: readonly Scope[]
  readonly columns: readonly RoleColumn[]
  /** Ids of members to add and to remove. */
  readonly added: readonly string[]
  readonly removed: readonly string[]
  /** Changed responsibilities of members, by person and scope. */
  readonly responsible: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>
}

/** A difference between a role and its draft. */
export type RoleDifference =
  | { readonly kind: 'basics'; readonly field: keyof Basics }
  | { readonly kind: 'given' | 'taken'; readonly permission: string }
  | { readonly kind: 'scope'; readonly resource: string }
  | { readonly kind: 'column'; readonly subject: string; readonly column: string; readonly access: ColumnAccess | undefined }
  | { readonly kind: 'joins' | 'leaves' | 'responsible'; readonly person: string }

/** Initial draft of a role, with the name split by language. */
export function draftOf({ name, sort, enable, remark, permissions, scopes, columns }: RoleDetail): RoleDraft {
  const { cn, en } = splitName(name)
  return { basics: { nameCn: cn, nameEn: name.includes('/') ? en : '', sort, enable, remark: remark ?? '' },
    permissions: new Set(permissions), scopes, columns, added: [], removed: [], responsible: {} }
}

/** Differences between a role and its draft. */
export function differences(role: RoleDetail, draft: RoleDraft): RoleDifference[] {
  const before = draftOf(role)
  return [
    ...(Object.keys(before.basics) as (keyof Basics)[]).filter((field) => before.basics[field] !== draft.basics[field]).map((field) => ({
      kind: 'basics' as const,
      field,
    })),
    ...[...draft.permissions].filter((permission) => !before.permissions.has(permission)).map((permission) => ({ kind: 'given' as const,
      permission })
    ),
    ...[...before.permissions].filter((permission) => !draft.permissions.has(permission)).map((permission) => ({ kind: 'taken' as const,
      permission })
    ),
    ...differingScopes(before.scopes, draft.scopes).map((resource) => ({ kind: 'scope' as const, resource })),
    ...differingColumns(before.columns, draft.columns),
    ...draft.added.map((person) => ({ kind: 'joins' as const, person })),
    ...draft.removed.map((person) => ({ kind: 'leaves' as const, person })),
    ...Object.keys(draft.responsible).map((person) => ({ kind: 'responsible' as const, person })),
  ]
}

/** Request body of a change: the changed parts only, with the version of the role. */
export function changeOf(role: RoleDetail, draft: RoleDraft): object {
  const kinds = new Set(differences(role, draft).map(({ kind }) => kind))
  return {
    version: role.version,
    ...(kinds.has('basics') && { basics: draft.basics }),
    ...((kinds.has('given') || kinds.has('taken')) && { permissions: [...draft.permissions] }),
    ...(kinds.has('scope') && { scopes: draft.scopes }),
    ...(kinds.has('column') && { columns: draft.columns }),
    ...(ofMembers.some((kind) => kinds.has(kind)) &&
      { members: { add: draft.added, remove: draft.removed, responsible: responsibilities(draft) } }),
  }
}

const ofMembers = ['joins', 'leaves', 'responsible'] as const

const responsibilities = ({ responsible, removed }: RoleDraft) =>
  Object.entries(responsible).filter(([userId]) => !removed.includes(userId)).flatMap(([userId, scopes]) =>
    Object.entries(scopes).map(([scope, values]) => ({ userId, scope, values }))
  )

/** Sets a member's values for a scope in the draft; setting the saved values removes the change. */
export function withResponsibility({ responsible }: RoleDraft,
  { id, responsible: saved }: { readonly id: string; readonly responsible: Readonly<Record<string, readonly string[]>> }, scope: string,
  values: readonly string[]): RoleDraft['responsible'] {
  const { [scope]: _old, ...others } = responsible[id] ?? {}
  const isSaved = JSON.stringify([...values].sort()) === JSON.stringify([...(saved[scope] ?? [])].sort())
  const changed = isSaved ? others : { ...others, [scope]: values }
  const { [id]: _person, ...rest } = responsible
  return Object.keys(changed).length === 0 ? rest : { ...rest, [id]: changed }
}

/** Request for a draft: if only permissions of menu entries changed, to the `/menus` call, else to the call that changes the role. */
function requestOf(role: RoleDetail, draft: RoleDraft,
  menus: readonly RoleMenu[]): { readonly part: '' | '/menus'; readonly body: object } {
  const ofMenus = permissionsIn(menus)
  const isMenus = differences(role, draft).every((one) => 'permission' in one && ofMenus.has(one.permission))
  return isMenus
    ? { part: '/menus', body: { menuIds: menuIdsOf(menus, draft.permissions), version: role.version } }
    : { part: '', body: changeOf(role, draft) }
}

/** Sets the scope of a resource; undefined resets it to the default. */
export const withScope = (scopes: readonly Scope[], resource: string, scope: Omit<Scope, 'resource'> | undefined): readonly Scope[] => [
  ...scopes.filter((one) => one.resource !== resource),
  ...(scope ? [{ resource, ...scope }] : []),
]

/** Sets the access to a column; undefined removes the setting. */
export const withColumn = (columns: readonly RoleColumn[], { subject, field }: Pick<RoleColumn, 'subject' | 'field'>,
  access: ColumnAccess | undefined): readonly RoleColumn[] => [
  ...columns.filter((one) => one.subject !== subject || one.field !== field),
  ...(access ? [{ subject, field, access }] : []),
]

function differingColumns(before: readonly RoleColumn[], after: readonly RoleColumn[]): RoleDifference[] {
  const accessIn = (columns: readonly RoleColumn[], { subject, field }: RoleColumn) =>
    columns.find((one) => one.subject === subject && one.field === field)?.access
  const changed = after.filter((one) => accessIn(before, one) !== one.access)
  const gone = before.filter((one) => accessIn(after, one) === undefined)
  return [...changed, ...gone].map((one) => ({ kind: 'column' as const, subject: one.subject, column: one.field,
    access: accessIn(after, one) })
  )
}

function differingScopes(before: readonly Scope[], after: readonly Scope[]): string[] {
  const resources = new Set([...before, ...after].map(({ resource }) => resource))
  return [...resources].filter((resource) => scopeText(before, resource) !== scopeText(after, resource))
}

function scopeText(scopes: readonly Scope[], resource: string): string {
  const scope = scopes.find((one) => one.resource === resource)
  return scope ? JSON.stringify([scope.scope, scope.withSub, scope.scope === 2 ? scope.deptIds.toSorted() : []]) : ''
}

export type RoleEditing = ReturnType<typeof useRole>

/** Draft of a role; all differences are saved or reverted together. */
export function useRole(role: RoleDetail, menus: readonly RoleMenu[]) {
  const { t } = useRoleText()
  const client = useQueryClient()
  // the draft is compared with the role as loaded, so that changes by others do not count as own
  const [base, setBase] = useState(role)
  const [draft, setDraft] = useState<RoleDraft>(() => draftOf(role))
  const { run, isPending, problems: { '': problem }, setProblems } = useCommand({ touches: [[roles]], moved: t('changed'),
    place: () => '' })
  const different = differences(base, draft)
  const begin = (fresh: RoleDetail) => {
    setBase(fresh)
    setDraft(draftOf(fresh))
  }
  if (role.version !== base.version && different.length === 0) begin(role)
  useTabDirty(different.length > 0)
  return {
    role: base,
    draft,
    different,
    problem,
    isSaving: isPending,
    change: (part: Partial<RoleDraft>) => setDraft((before) => ({ ...before, ...part })),
    async revert() {
      setProblems({})
      begin(role)
      await client.invalidateQueries({ queryKey: [roles] })
    },
    async save() {
      if (draft.basics.nameCn.trim() === '') return setProblems({ '': t('required', { label: t('nameCn') }) })
      const { part, body } = requestOf(base, draft, menus)
      await run(async (http) => {
        const saved = await http.put<RoleDetail>(`${rolePath}/${role.id}${part}`, body, { quiet: true })
        begin(saved)
        client.setQueryData([roles, 'one', role.id], saved)
      })
    },
  }
}
