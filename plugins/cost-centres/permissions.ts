import { definePermissions } from '#kernel/permissions.ts'

export const can = definePermissions('finance:costCenter', ['view', 'add', 'edit', 'enable', 'export', 'sync'])

export const canMap = definePermissions('finance:deptCostCenter', ['view', 'add', 'edit', 'import', 'export'])
