import { definePermissions } from '#kernel/permissions.ts'

/** Rights on budgets; `lock` includes the settings of a year. */
export const can = definePermissions('finance:budget', ['view', 'add', 'edit', 'adjust', 'import', 'export', 'lock'])

/** Right to take rows of a completed claim off budget and back. Forms with such rows list it among their permissions. */
export const changeItemStatus = 'changeItemStatus'
