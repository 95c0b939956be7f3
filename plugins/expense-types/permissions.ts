import { definePermissions } from '#kernel/permissions.ts'

export const can = definePermissions('finance:expenseType', ['view', 'add', 'edit', 'enable', 'import', 'export'])
