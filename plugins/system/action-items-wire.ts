import { anyOf } from '#kernel/permissions.ts'

/** Every right in the administration of the system opens the list of what administrators have to see to. */
export const anySystem = anyOf('system')

export const administrationItemsPath = '/system/actionItems'
