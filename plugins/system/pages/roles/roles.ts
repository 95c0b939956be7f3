import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Label } from '#kernel/wording/label.ts'
import type { RoleScope } from '#kernel/plugin.ts'
import { definePartText } from '#fields/text.ts'
import type { Http } from '#providers/http.ts'
import type { ColumnSubject, PermissionGroup, Role, RoleDetail, RoleMenu, ScopePreview } from '#plugins/system/access-wire.ts'
import { cn, en } from './texts.ts'

export const rolePath = '/system/role'
export const roles = 'roles'

export interface Catalogue {
  readonly groups: readonly PermissionGroup[]
  readonly menus: readonly RoleMenu[]
  readonly resources: readonly (Label & { readonly resource: string })[]
  readonly roleScopes: readonly RoleScope[]
}

export type Responsible = Readonly<Record<string, readonly string[]>>

export interface Member {
  readonly id: string
  readonly name: string
  readonly departed: boolean
  readonly mainDepartment: { readonly name: string } | null
  readonly listed: boolean
  /** Values by scope of the role. */
  readonly responsible: Responsible
}

const quiet = { quiet: true } as const

/** Query for all roles, at most 200. */
export const rolesQuery = (http: Http) =>
  queryOptions({ queryKey: [roles, 'list'], queryFn: async () =>
    (await http.query<{ records: readonly Role[] }>(`${rolePath}/page`, { size: 200 }, quiet)).records })

/** Query for a role with rights, scopes and columns. */
export const roleQuery = (http: Http, id: string) =>
  queryOptions({ queryKey: [roles, 'one', id], queryFn: () => http.get<RoleDetail>(`${rolePath}/${id}`, {}, quiet) })

/** Query for everything that roles can be granted: rights, menu entries, resources and scopes; cached until the menu changes. */
export const catalogueQuery = (http: Http) =>
  queryOptions({ queryKey: [roles, 'catalogue'], queryFn: () => http.get<Catalogue>(`${rolePath}/catalogue`, {}, quiet),
    staleTime: Infinity })

/** Query for the resources and forms whose columns can be restricted. */
export const columnsQuery = (http: Http) =>
  queryOptions({ queryKey: [roles, 'columns'], queryFn: () => http.get<readonly ColumnSubject[]>(`${rolePath}/columns`, {}, quiet),
    staleTime: Infinity })

/** Query for a page of a role's members. */
export const membersQuery = (http: Http, id: string, paging: { readonly current: number; readonly size: number }) =>
  queryOptions({
    queryKey: [roles, 'members', id, paging],
    queryFn: () => http.query<{ records: readonly Member[]; total: number }>(`${rolePath}/${id}/users/page`, paging, quiet),
    placeholderData: keepPreviousData,
  })

/** Query for the rows that a person sees of each resource; disabled without a person. */
export const triedQuery = (http: Http, userId: string) =>
  queryOptions({ queryKey: [roles, 'tried', userId], queryFn: () =>
    http.query<{ admin: boolean; results: readonly ScopePreview[] }>('/system/dataScope/try', { userId }, quiet), enabled: userId !== '' })

export const useRoleText = definePartText<keyof typeof cn>({ cn, en })

/** Returns whether the page has a text for a key. */
export const isTextKey = (key: string): key is keyof typeof cn => key in cn
