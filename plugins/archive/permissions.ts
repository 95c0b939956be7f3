import { definePermissions } from '#kernel/permissions.ts'

/** Rights of the accounting archive: a package holds all books of a company and period. */
export const can = definePermissions('archive:package', ['view', 'add', 'download'])
