import { definePermissions } from '#kernel/permissions.ts'

export const can = definePermissions('finance:currency', ['view', 'add', 'edit', 'enable', 'export'])

export const canRate = definePermissions('finance:rate', ['view', 'add', 'edit', 'import', 'export'])
