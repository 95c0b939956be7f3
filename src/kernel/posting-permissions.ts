import { definePermissions } from '#kernel/permissions.ts'

/** Permissions to view postings to other systems, to send refused ones again, and to mark them as handled manually. */
export const canPosting = definePermissions('workflow:posting', ['view', 'retry', 'handle'])
