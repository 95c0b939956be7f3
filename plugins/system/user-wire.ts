import type { Locale } from '#kernel/wording/label.ts'

/** An account in the wire format, without password or hash. */
export interface UserAnswer {
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
  /** Value of the dictionary `positionLevel`; null for an ordinary employee. */
  readonly positionLevel: string | null
  readonly avatar: string | null
  readonly locale: Locale
  readonly admin: boolean
  readonly enable: 0 | 1
  readonly departed: boolean
  /** yyyy-MM-dd HH:mm:ss */
  readonly lastLogin: string | null
  readonly version: number
  /** Main department first. */
  readonly departments: readonly { readonly id: string; readonly name: string; readonly code: string | null; readonly main: boolean }[]
  /** Roles for which the person is listed as a member. */
  readonly roles: readonly { readonly key: string; readonly name: string }[]
}
