import type { Permission } from '#kernel/permissions.ts'
import type { ActionItemStep } from '#server/extensions/action-items.ts'

/** Something due in a module's records that counts among a person's warnings, beside their overdue tasks; action items are such. */
export interface Warning {
  /** The right of those who are warned; without it, everybody is of their own. */
  readonly needs?: Permission
  count(step: ActionItemStep): Promise<number>
}
