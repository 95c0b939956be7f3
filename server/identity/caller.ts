import type { StepTerminal } from '#kernel/flow.ts'
import type { ColumnRights } from '#kernel/fields/disclosure.ts'
import type { Locale } from '#kernel/wording/label.ts'
import type { Permission } from '#kernel/permissions.ts'
import { system, systemName } from '#approval/event.ts'

/** The row scope of a role for one resource. */
export interface DataScope {
  /** all, listed departments, own department, own enterprise, own enterprise and those below, own rows only */
  readonly scope: 'all' | 'custom' | 'department' | 'enterprise' | 'enterpriseBelow' | 'self'
  readonly withSub: boolean
  readonly departments: readonly string[]
}

/** The authenticated caller. */
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
  /** Row scopes of the caller's roles, by resource; `*` is the default. */
  readonly scopes: Readonly<Record<string, readonly DataScope[]>>
  /** The widest column access of the caller's roles; empty for an administrator, who sees all columns. */
  readonly columns: ColumnRights
  readonly locale: Locale
  /** Id of the sign-in at the embedded provider. */
  readonly grant?: string | undefined
  readonly traceId: string
  readonly ip: string
  /** The client that the call names (`X-Client-Type`); `web` where it names none, undefined where no client called. */
  readonly terminal?: StepTerminal | undefined
}

/** The caller of system actions: it represents no person and has no permissions. */
export const nobody: Caller = {
  id: system,
  userName: system,
  name: systemName,
  admin: false,
  permissions: new Set(),
  roles: [],
  departments: [],
  scopes: {},
  columns: {},
  locale: 'cn',
  traceId: 'job',
  ip: '',
}
