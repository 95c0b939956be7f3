import { definePermissions } from '#kernel/permissions.ts'

/** Permission to recount all documents. */
export const canRefresh = definePermissions('stat:data', ['refresh'])
