import { definePermissions } from '#kernel/permissions.ts'

/** Own journeys are visible without it; it opens those of the departments in the data scope. */
export const can = definePermissions('office:journey', ['view'])
