import { definePermissions } from '#kernel/permissions.ts'

export const can = definePermissions('it:vpnAccount', ['view', 'export'])
export const canLicence = definePermissions('it:nvrLicence', ['view', 'export'])
