import { definePermissions } from '#kernel/permissions.ts'

/** Permissions for patents; `view` covers the departments in the user's scope and the user's own inventions. */
export const canPatent = definePermissions('rd:patent', ['view', 'add', 'edit', 'import', 'export'])

export const canHour = definePermissions('rd:workHour', ['view', 'add', 'edit', 'delete', 'import', 'export'])

export const canDirected = definePermissions('rd:directedSoftware', ['view', 'add', 'edit', 'import', 'export'])

export const canProposals = definePermissions('proposal:index', ['view', 'export'])
