import { definePermissions } from '#kernel/permissions.ts'

/** Seeing what documents send to other systems, sending again what was refused, and saying that it was done there by hand. */
export const canPosting = definePermissions('workflow:posting', ['view', 'retry', 'handle'])
