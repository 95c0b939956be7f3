import { definePermissions } from '../../src/kernel/permissions.ts'

export const can = definePermissions('finance:distance', ['view', 'add', 'edit', 'delete', 'import', 'export'])
