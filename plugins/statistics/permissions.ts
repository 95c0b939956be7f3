import { definePermissions } from '#kernel/permissions.ts'

/** Counting every document anew, for administrators. */
export const canRefresh = definePermissions('stat:data', ['refresh'])
