import { definePermissions } from '#kernel/permissions.ts'

export const can = definePermissions('finance:distance', ['view', 'add', 'edit', 'delete', 'import', 'export'])
