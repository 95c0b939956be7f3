import { definePermissions } from '#kernel/permissions.ts'

/** Permissions for the user's own cards and those shared with them. */
export const can = definePermissions('card:own', ['view', 'add', 'edit', 'delete', 'import', 'export'])

/** Permission to view the cards of the departments in the user's scope, shared or not. */
export const canAll = definePermissions('card:all', ['view'])

/** Permission to synchronise the user's own cards. */
export const canSync = definePermissions('card', ['sync'])
