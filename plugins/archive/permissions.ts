import { definePermissions } from '#kernel/permissions.ts'

/** Whoever makes a package or downloads one holds the whole books of a company and period. */
export const can = definePermissions('archive:package', ['view', 'add', 'download'])
