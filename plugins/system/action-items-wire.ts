import { anyOf } from '#kernel/permissions.ts'
import type { Label } from '#kernel/wording/label.ts'

/** Every right in the administration of the system opens the list of what administrators have to see to. */
export const anySystem = anyOf('system')

export const administrationItemsPath = '/system/actionItems'

/** Something an administrator has to see to; words in both languages, for the number that there is. */
export interface ActionItemAnswer extends Label {
  readonly id: string
  /** The page where it is handled, with the filters that show it. */
  readonly path: string
  readonly count: number
  readonly isFailure: boolean
}
