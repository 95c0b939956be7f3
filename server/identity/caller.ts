import type { ColumnRights } from '#kernel/fields/disclosure.ts'
import type { Locale } from '#kernel/wording/label.ts'
import type { Permission } from '#kernel/permissions.ts'

/** The part of the rows of one resource that a person sees. */
export interface DataScope {
  /** all, listed departments, own department, own enterprise, own enterprise and those below, only oneself */
  readonly scope: 'all' | 'custom' | 'department' | 'enterprise' | 'enterpriseBelow' | 'self'
  readonly withSub: boolean
  readonly departments: readonly string[]
}

/** The person who is calling, as the authorization established it. */
export interface Caller {
  readonly id: string
  readonly userName: string
  /** "中文/English" */
  readonly name: string
  readonly admin: boolean
  readonly permissions: ReadonlySet<Permission>
  readonly roles: readonly string[]
  /** Main department first. */
  readonly departments: readonly string[]
  /** Widest scope of the caller's roles, by resource; `*` is the default. */
  readonly scopes: Readonly<Record<string, readonly DataScope[]>>
  /** The widest of what the caller's roles say of single columns; nothing for an administrator, who is shown all. */
  readonly columns: ColumnRights
  readonly locale: Locale
  /** The sign-in at our own provider through which the call comes. */
  readonly grant?: string | undefined
  readonly traceId: string
  readonly ip: string
}
