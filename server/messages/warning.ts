import type { Permission } from '#kernel/permissions.ts'
import type { ActionItemStep } from '#server/extensions/action-items.ts'

/** A condition in a module's records that is counted in a person's warnings, in addition to overdue tasks, such as an action item. */
export interface Warning {
  /** The permission of those who are warned; by default everybody is warned of their own records. */
  readonly needs?: Permission
  count(step: ActionItemStep): Promise<number>
}
