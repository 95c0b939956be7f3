import { definePermissions } from '#kernel/permissions.ts'

/** Rights on flows and on documents that nobody else can move on. */
export const can = definePermissions('workflow:instance', ['admin'])

/** The right to confirm what administrators of flows propose for documents that move money. */
export const canIntervention = definePermissions('workflow:intervention', ['confirm'])
