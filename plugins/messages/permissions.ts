import { definePermissions } from '#kernel/permissions.ts'

/** Of what leaves the house by mail and chat. */
export const canPush = definePermissions('system:push', ['view', 'edit'])
