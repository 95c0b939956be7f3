import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Http } from '../../../../providers/http.ts'
import type { Label } from '../../../../src/kernel/label.ts'

export const rolePath = '/system/role'
export const roles = 'roles'

export type ScopeCode = 1 | 2 | 3 | 4 | 5 | 6

export interface Role {
  readonly id: string
  readonly key: string
  /** "中文/English" */
  readonly name: string
  readonly sort: number
  readonly enable: boolean
  readonly builtIn: boolean
  readonly remark: string | null
  readonly version: number
  readonly holders: 'members' | 'head' | 'vicePresident' | 'generalManager' | 'everyone' | 'document'
  readonly members: number
}

export interface Scope {
  readonly resource: string
  readonly scope: ScopeCode
  readonly withSub: boolean
  readonly deptIds: readonly string[]
}

export interface RoleDetail extends Role {
  readonly permissions: readonly string[]
  readonly scopes: readonly Scope[]
}

export interface PermissionRow extends Label {
  readonly prefix: string
  readonly permissions: readonly { readonly permission: string; readonly action: string }[]
}

export interface PermissionGroup extends Label {
  readonly id: string
  readonly rows: readonly PermissionRow[]
}

interface Catalogue {
  readonly groups: readonly PermissionGroup[]
  readonly resources: readonly (Label & { readonly resource: string })[]
}

export interface Member {
  readonly id: string
  readonly name: string
  readonly departed: boolean
  readonly mainDepartment: { readonly name: string } | null
  readonly listed: boolean
}

export interface Tried extends Label {
  readonly resource: string
  readonly seen: number
  readonly all: number
  readonly mayView: boolean
  readonly departments: readonly { readonly id: string; readonly name: string }[] | null
  readonly reasons: readonly { readonly role: string; readonly scope: ScopeCode; readonly withSub: boolean; readonly departments: number | null }[]
}

const quiet = { quiet: true } as const

export const rolesQuery = (http: Http) =>
  queryOptions({ queryKey: [roles, 'list'], queryFn: async () => (await http.query<{ records: readonly Role[] }>(`${rolePath}/page`, { size: 200 }, quiet)).records })

export const roleQuery = (http: Http, id: string) => queryOptions({ queryKey: [roles, 'one', id], queryFn: () => http.get<RoleDetail>(`${rolePath}/${id}`, {}, quiet) })

export const catalogueQuery = (http: Http) => queryOptions({ queryKey: [roles, 'catalogue'], queryFn: () => http.get<Catalogue>(`${rolePath}/catalogue`, {}, quiet), staleTime: Infinity })

export const membersQuery = (http: Http, id: string, asked: { readonly current: number; readonly size: number }) =>
  queryOptions({
    queryKey: [roles, 'members', id, asked],
    queryFn: () => http.query<{ records: readonly Member[]; total: number }>(`${rolePath}/${id}/users/page`, asked, quiet),
    placeholderData: keepPreviousData,
  })

export const triedQuery = (http: Http, userId: string) =>
  queryOptions({ queryKey: [roles, 'tried', userId], queryFn: () => http.query<{ admin: boolean; results: readonly Tried[] }>('/system/dataScope/try', { userId }, quiet), enabled: userId !== '' })
