import { queryOptions } from '@tanstack/react-query'
import type { OpenTasks } from '#approval/wire/absence.ts'
import { startNode } from '#approval/types.ts'
import type { Http } from '#providers/http.ts'
import { definePartText } from '#fields/text.ts'
import { cn, en } from './texts.ts'

export const useProfileText = definePartText<keyof typeof cn>({ cn, en })

/** Account of the caller. */
export interface Profile {
  readonly id: string
  readonly userName: string
  readonly name: string
  readonly nickname: string | null
  readonly avatar: string | null
  readonly phone: string | null
  readonly email: string | null
  readonly jobNumber: string | null
  readonly joiningDate: string | null
  readonly position: string | null
  readonly lastLogin: string | null
  readonly departments: readonly { readonly id: string; readonly name: string; readonly main: boolean }[]
  readonly roles: readonly { readonly key: string; readonly name: string }[]
  readonly mayChangePassword: boolean
  /** SMS is configured, which changing the phone number requires. */
  readonly mayChangePhone: boolean
}

/** A delegation to a substitute. */
export interface Delegation {
  readonly id: string
  readonly delegate: { readonly id: string; readonly name: string }
  readonly startTime: string
  readonly endTime: string
  readonly businessTypes: readonly string[]
  readonly openTasks: OpenTasks
  readonly enable: boolean
  readonly version: number
  /** The first absence of the substitute meanwhile, and who then decides. */
  readonly away: Pick<Delegation, 'startTime' | 'endTime' | 'delegate'> | null
}

export interface Preference {
  readonly messageType: 'APPROVE' | 'CC' | 'COMMENT' | 'COMMENT_AT' | 'JOURNEY'
  readonly inApp: boolean
  readonly email: boolean
  readonly chat: boolean
}

export const profilePath = '/system/profile'
export const delegationPath = '/system/delegation'
export const profile = 'profile'

const quiet = { quiet: true } as const

/** Query for the caller's account. */
export const profileQuery = (http: Http) =>
  queryOptions({ queryKey: [profile, 'account'], queryFn: () => http.get<Profile>(profilePath, {}, quiet) })
/** Query for the caller's delegations. */
export const delegationsQuery = (http: Http) =>
  queryOptions({ queryKey: [profile, 'delegations'], queryFn: () => http.get<readonly Delegation[]>(`${delegationPath}/list`, {}, quiet) })
/** The tasks that wait for the person now, of these forms or of all; without documents that were returned to them as initiator. */
export const openTasksQuery = (http: Http, businessTypes: readonly string[]) =>
  queryOptions({ queryKey: [profile, 'openTasks', ...businessTypes], queryFn: async () => {
    const filter = businessTypes.length > 0 ? { businessType: businessTypes } : {}
    const nodes = await http.query<readonly { readonly node: string; readonly count: number }[]>('/workflow/tasks/todoNodes', filter, quiet)
    return nodes.filter(({ node }) => node !== startNode).reduce((sum, { count }) => sum + count, 0)
  } })
/** Query for the caller's notification channels per kind of message. */
export const preferencesQuery = (http: Http) =>
  queryOptions({ queryKey: [profile, 'messages'], queryFn: () =>
    http.get<readonly Preference[]>('/oaserver/messageCustomize/queryByUserId', {}, quiet) })
