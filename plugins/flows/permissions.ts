import { definePermissions } from '#kernel/permissions.ts'

/** Permission of workflow administrators: repairs of running documents. */
export const can = definePermissions('workflow:instance', ['admin'])

/** The right to confirm what administrators of flows propose for documents that move money. */
export const canIntervention = definePermissions('workflow:intervention', ['confirm'])
