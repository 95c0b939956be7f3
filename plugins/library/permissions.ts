import { definePermissions } from '#kernel/permissions.ts'

/** Permissions for books; all users view them, the librarian maintains them. */
export const canBook = definePermissions('library:book', ['view', 'add', 'edit', 'delete', 'import', 'export'])

export const canLocation = definePermissions('library:location', ['view', 'add', 'edit', 'delete', 'import', 'export'])

/** Permissions for loans; without `view` a person sees only their own. */
export const canBorrow = definePermissions('library:borrow', ['view', 'edit', 'export'])
