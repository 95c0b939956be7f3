import { definePermissions } from '#kernel/permissions.ts'

/** Has a failed posting pushed again. */
export const canPost = definePermissions('sap:posting', ['retry'])
