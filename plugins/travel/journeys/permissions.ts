import { definePermissions } from '#kernel/permissions.ts'

/** Right to see journeys of the departments in the data scope; own journeys are visible without it. */
export const can = definePermissions('office:journey', ['view'])
