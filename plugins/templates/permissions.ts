import { definePermissions } from '#kernel/permissions.ts'

export const can = definePermissions('system:template', ['view', 'add', 'edit', 'enable', 'delete'])
