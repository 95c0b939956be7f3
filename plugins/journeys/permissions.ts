import { definePermissions } from '#kernel/permissions.ts'

/** Everybody sees their own journeys; this shows those of the departments in one's data scope. */
export const can = definePermissions('office:journey', ['view'])
