import { definePermissions } from '#kernel/permissions.ts'

export const can = definePermissions('fleet:driver', ['view', 'add', 'edit', 'enable', 'delete', 'export'])

/** Right to see licence numbers, which are identity card numbers. */
export const canKnowLicence = definePermissions('fleet:licence', ['view'])
