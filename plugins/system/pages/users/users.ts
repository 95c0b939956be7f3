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
  /** People are listed for it; the holders of the others follow from the organisation. */
  readonly listed: boolean
}

export const users = 'users'

/** A page of the accounts, ordered by one column. */
export const usersQuery = (http: Http, { filters, current, size, sort }: ListQuery) =>
  queryOptions({
    queryKey: [users, 'page', filters, current, size, sort],
    queryFn: () => http.query<UserPage>(`${userPath}/page`, { ...filters, current, size, orders: sort ? [sort] : [] }, { quiet: true }),
    placeholderData: keepPreviousData,
  })

/** The roles that a person can be given. */
export const roleOptionsQuery = (http: Http) =>
  queryOptions({ queryKey: [users, 'roles'], queryFn: () => http.get<readonly RoleOption[]>('/system/role/list', {}, { quiet: true }) })
