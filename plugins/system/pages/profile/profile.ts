import { queryOptions } from '@tanstack/react-query'
import type { Http } from '#providers/http.ts'
import { definePartText } from '#fields/text.ts'
import { cn } from './locales/cn.ts'
import { en } from './locales/en.ts'

export const useProfileText = definePartText<keyof typeof cn>({ cn, en })

/** The person's own account. */
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
  /** Short messages are set up. */
  readonly mayChangePhone: boolean
}

/** A stand-in of the person. */
export interface Delegation {
  readonly id: string
  readonly delegate: { readonly id: string; readonly name: string }
  readonly startTime: string
  readonly endTime: string
  readonly businessTypes: readonly string[]
  readonly enable: boolean
  readonly version: number
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

/** The person's own account. */
export const profileQuery = (http: Http) =>
  queryOptions({ queryKey: [profile, 'account'], queryFn: () => http.get<Profile>(profilePath, {}, quiet) })
/** The delegations of the person: to whom, when, and for which forms. */
export const delegationsQuery = (http: Http) =>
  queryOptions({ queryKey: [profile, 'delegations'], queryFn: () => http.get<readonly Delegation[]>(`${delegationPath}/list`, {}, quiet) })
/** The channels by which the person gets each type of message. */
export const preferencesQuery = (http: Http) =>
  queryOptions({ queryKey: [profile, 'messages'], queryFn: () =>
    http.get<readonly Preference[]>('/oaserver/messageCustomize/queryByUserId', {}, quiet) })
