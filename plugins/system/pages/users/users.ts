import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Http } from '#providers/http.ts'
import type { ListQuery } from '#shell/list/query.ts'
import type { UserAnswer } from '#plugins/system/user-wire.ts'

export const userPath = '/system/user'

interface UserPage {
  readonly records: readonly UserAnswer[]
  readonly total: number
}

export interface RoleOption {
  readonly id: string
  readonly key: string
  readonly name: string
  readonly enable: boolean
  /** True where members are listed; holders of other roles follow from the organisation. */
  readonly listed: boolean
}

export const users = 'users'

/** Query for a page of accounts, sorted by one column. */
export const usersQuery = (http: Http, { filters, current, size, sort }: ListQuery) =>
  queryOptions({
    queryKey: [users, 'page', filters, current, size, sort],
    queryFn: () => http.query<UserPage>(`${userPath}/page`, { ...filters, current, size, orders: sort ? [sort] : [] }, { quiet: true }),
    placeholderData: keepPreviousData,
  })

/** Query for the roles that can be assigned. */
export const roleOptionsQuery = (http: Http) =>
  queryOptions({ queryKey: [users, 'roles'], queryFn: () => http.get<readonly RoleOption[]>('/system/role/list', {}, { quiet: true }) })
