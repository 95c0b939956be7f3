import { definePermissions } from '#kernel/permissions.ts'

export const can = definePermissions('finance:project', ['view', 'add', 'edit', 'enable', 'export', 'sync'])

export const canMap = definePermissions('finance:devProject', ['view', 'add', 'edit', 'import', 'export'])
