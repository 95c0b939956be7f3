import { definePermissions } from '#kernel/permissions.ts'

/** Messages that leave by mail and chat. */
export const canPush = definePermissions('system:push', ['view', 'edit'])
