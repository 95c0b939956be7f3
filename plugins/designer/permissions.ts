import { definePermissions } from '#kernel/permissions.ts'

/** Rights on the forms that a company designs: to read them, to draw them, and to put them in force. */
export const can = definePermissions('workflow:dynamicForm', ['view', 'edit', 'publish'])
