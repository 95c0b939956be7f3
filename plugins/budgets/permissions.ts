import { definePermissions } from '#kernel/permissions.ts'

/** `lock` opens a year's settings too: how it is counted, and what happens to documents beyond it. */
export const can = definePermissions('finance:budget', ['view', 'add', 'edit', 'adjust', 'import', 'export', 'lock'])
