import { anyOf } from '#kernel/permissions.ts'

/** Permission for the list of administrative action items: any right on the system module. */
export const anySystem = anyOf('system')

export const administrationItemsPath = '/system/actionItems'
