import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Http } from '../../../../providers/http.ts'
import type { ListQuery } from '../../../../src/shell/list/query.ts'

export const userPath = '/system/user'

/** An account as the calls answer it. */
export interface User {
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
  readonly locale: 'cn' | 'en'
  readonly admin: boolean
  readonly enable: 0 | 1
  readonly departed: boolean
  readonly lastLogin: string | null
  readonly version: number
  readonly departments: readonly { readonly id: string; readonly name: string; readonly main: boolean }[]
  readonly roles: readonly { readonly key: string; readonly name: string }[]
}

interface UserPage {
  readonly records: readonly User[]
  readonly total: number
}

export interface RoleOption {
  readonly id: string
  readonly key: string
  readonly name: string
  readonly enable: boolean
  /** People are listed for it; the holders of the others follow from the organisation. */
  readonly listed: boolean
}

export const users = 'users'

export const usersQuery = (http: Http, { filters, current, size, sort }: ListQuery) =>
  queryOptions({
    queryKey: [users, 'page', filters, current, size, sort],
    queryFn: () => http.query<UserPage>(`${userPath}/page`, { ...filters, current, size, orders: sort ? [sort] : [] }, { quiet: true }),
    placeholderData: keepPreviousData,
  })

export const roleOptionsQuery = (http: Http) => queryOptions({ queryKey: [users, 'roles'], queryFn: () => http.get<readonly RoleOption[]>('/system/role/list', {}, { quiet: true }) })
