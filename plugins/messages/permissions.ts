import { definePermissions } from '#kernel/permissions.ts'

/** Permissions for mail and chat deliveries. */
export const canPush = definePermissions('system:push', ['view', 'edit'])
