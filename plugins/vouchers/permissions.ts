import { definePermissions } from '#kernel/permissions.ts'

export const can = definePermissions('finance:invoiceTitle', ['view', 'add', 'edit', 'delete', 'import', 'export'])
