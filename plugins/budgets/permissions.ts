import { definePermissions } from '../../src/kernel/permissions.ts'

export const can = definePermissions('finance:budget', ['view', 'add', 'edit', 'import', 'export'])
