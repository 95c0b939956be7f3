import { definePermissions } from '#kernel/permissions.ts'

/** With one's own cards, and with those that others share. */
export const can = definePermissions('card:own', ['view', 'add', 'edit', 'delete', 'import', 'export'])

/** See the cards of one's departments, shared or not. */
export const canAll = definePermissions('card:all', ['view'])

/** Bring one's cards up to date. */
export const canSync = definePermissions('card', ['sync'])
