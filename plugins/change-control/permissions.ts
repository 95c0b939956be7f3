import { definePermissions } from '#kernel/permissions.ts'

/** Rights on the register of lines of change notices. */
export const canLines = definePermissions('change:ecnLine', ['view', 'export'])
