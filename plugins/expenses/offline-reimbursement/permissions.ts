import { definePermissions } from '#kernel/permissions.ts'

export const can = definePermissions('finance:offline', ['view', 'add', 'edit', 'delete', 'import', 'export'])
