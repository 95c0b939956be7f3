import { definePermissions } from '#kernel/permissions.ts'

export const can = definePermissions('dingtalk:processInstance', ['view', 'delete', 'import', 'export'])
