import { definePermissions } from '#kernel/permissions.ts'

/** Rights on flows and on documents that nobody else can move on. */
export const can = definePermissions('workflow:instance', ['admin'])
