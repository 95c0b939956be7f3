import { definePermissions } from '#kernel/permissions.ts'

export const can = definePermissions('fleet:driver', ['view', 'add', 'edit', 'enable', 'delete', 'export'])

/** The numbers of driving licences are those of identity cards. */
export const canKnowLicence = definePermissions('fleet:licence', ['view'])
