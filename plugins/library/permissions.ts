import { definePermissions } from '#kernel/permissions.ts'

/** Books are visible to all; the librarian maintains them. */
export const canBook = definePermissions('library:book', ['view', 'add', 'edit', 'delete', 'import', 'export'])

export const canLocation = definePermissions('library:location', ['view', 'add', 'edit', 'delete', 'import', 'export'])

/** Without it, a person sees what they borrowed themselves. */
export const canBorrow = definePermissions('library:borrow', ['view', 'edit', 'export'])
