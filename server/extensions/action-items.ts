import type { Label } from '#kernel/wording/label.ts'
import type { Permission } from '#kernel/permissions.ts'
import type { Db } from '#server/database/tables.ts'
import type { Caller } from '#server/identity/caller.ts'
import type { DepartmentScopes } from '#server/identity/rights/scope.ts'

/** Something in a module's records that somebody has to see to, such as a month without a rate. */
export interface ActionItemSource extends Label {
  /** Its name on the wire: lower camel case. */
  readonly id: string
  /** In English, where there is one of it. */
  readonly enOne?: string
  /** The page where it is handled, with the filters that show it. */
  readonly path: string
  /** The right of those who see it. */
  readonly needs: Permission
  /** Counts the items among what the caller sees. */
  count(step: ActionItemStep): Promise<number>
}

export interface ActionItemStep {
  readonly db: Db
  readonly caller: Caller
  readonly at: Date
  readonly departments: DepartmentScopes
}
