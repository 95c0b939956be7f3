import { definePermissions } from '#kernel/permissions.ts'

/** Those who may view see the patents of the departments of their scope, and what they invented. */
export const canPatent = definePermissions('rd:patent', ['view', 'add', 'edit', 'import', 'export'])

export const canHour = definePermissions('rd:workHour', ['view', 'add', 'edit', 'delete', 'import', 'export'])

export const canDirected = definePermissions('rd:directedSoftware', ['view', 'add', 'edit', 'import', 'export'])

export const canProposals = definePermissions('proposal:index', ['view', 'export'])
