import type { ActionItemAnswer } from '#kernel/action-item.ts'
import type { Label } from '#kernel/wording/label.ts'
import { type Permission, permits } from '#kernel/permissions.ts'
import type { Db } from '#server/database/tables.ts'
import type { Caller } from '#server/identity/caller.ts'
import type { DepartmentScopes } from '#server/identity/rights/scope.ts'

export type ActionItemArea = 'finance' | 'administration'

/** Something in a module's records that somebody has to see to, such as a month without a rate. */
export interface ActionItemSource extends Label {
  /** Its name on the wire: lower camel case. */
  readonly id: string
  /** In English, where there is one of it. */
  readonly enOne?: string
  /** The page where it is handled, with the filters that show it. */
  readonly path: string
  /** The page that shows it: the finance overview, or the home page of administrators. @default 'finance' */
  readonly area?: ActionItemArea
  /** It marks something that has failed, not only something that is missing. */
  readonly isFailure?: true
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

/** The action items of one page that the caller may see, each counted in what the caller sees; those that count nothing are among them. */
export function actionItemsOf(sources: readonly ActionItemSource[], area: ActionItemArea,
  step: ActionItemStep): Promise<ActionItemAnswer[]> {
  const permitted = sources.filter(({ needs, area: shown = 'finance' }) => shown === area && permits(step.caller.permissions, needs))
  return Promise.all(permitted.map(async ({ id, cn, en, enOne = en, path, isFailure = false, count }) => {
    const found = await count(step)
    return { id, cn, en: found === 1 ? enOne : en, path, count: found, isFailure }
  }))
}
