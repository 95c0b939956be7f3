import type { ActionItemAnswer } from '#kernel/answers.ts'
import type { Label } from '#kernel/wording/label.ts'
import { type Permission, permits } from '#kernel/permissions.ts'
import type { Db } from '#server/database/tables.ts'
import type { Caller } from '#server/identity/caller.ts'
import type { DepartmentScopes } from '#server/identity/rights/scope.ts'

type ActionItemArea = 'finance' | 'administration'

/** A condition in a module's records that needs handling, such as a month without a rate. */
export interface ActionItemSource extends Label {
  /** Id on the wire: lower camel case. */
  readonly id: string
  /** The English label of a single item. */
  readonly enOne?: string
  /** The page where items are handled, with the filters that show them. */
  readonly path: string
  /** The page that shows the count: the finance overview, or the home page of administrators. @default 'finance' */
  readonly area?: ActionItemArea
  /** Whether the items are failures instead of missing data. */
  readonly isFailure?: true
  /** The permission to see it. */
  readonly needs: Permission
  /** Counts the items in the caller's row scope. */
  count(step: ActionItemStep): Promise<number>
}

export interface ActionItemStep {
  readonly db: Db
  readonly caller: Caller
  readonly at: Date
  readonly departments: DepartmentScopes
}

/** The action items of one page that the caller may see, counted in their row scope; including those with a count of 0. */
export function actionItemsOf(sources: readonly ActionItemSource[], area: ActionItemArea,
  step: ActionItemStep): Promise<ActionItemAnswer[]> {
  const permitted = sources.filter(({ needs, area: shown = 'finance' }) => shown === area && permits(step.caller.permissions, needs))
  return Promise.all(permitted.map(async ({ id, cn, en, enOne = en, path, isFailure = false, count }) => {
    const found = await count(step)
    return { id, cn, en: found === 1 ? enOne : en, path, count: found, isFailure }
  }))
}

/** A condition in a module's records that is counted in a person's warnings, in addition to overdue tasks, such as an action item. */
export interface Warning {
  /** The permission of those who are warned; by default everybody is warned of their own records. */
  readonly needs?: Permission
  count(step: ActionItemStep): Promise<number>
}
