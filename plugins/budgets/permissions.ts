import { definePermissions } from '#kernel/permissions.ts'

/** `lock` opens a year's settings too: how it is counted, and what happens to documents beyond it. */
export const can = definePermissions('finance:budget', ['view', 'add', 'edit', 'adjust', 'import', 'export', 'lock'])

/**
 * Takes rows of a completed claim out of the budget, or puts them back. A form whose claims have such rows names it among its permissions.
 */
export const changeItemStatus = 'changeItemStatus'
