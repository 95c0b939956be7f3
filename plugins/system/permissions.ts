import { anyOf, definePermissions } from '#kernel/permissions.ts'

export const canUser = definePermissions('system:user', ['view', 'add', 'edit', 'enable', 'delete', 'import', 'export'])
export const canRole = definePermissions('system:role', ['view', 'add', 'edit', 'enable', 'delete'])
export const canScope = definePermissions('system:dataScope', ['view', 'edit'])
export const canMenu = definePermissions('system:menu', ['view', 'add', 'edit', 'enable', 'delete'])
export const canOrganisation = definePermissions('system:org', ['view', 'add', 'edit', 'delete', 'sync'])
export const canHoliday = definePermissions('system:holiday', ['view', 'add', 'edit', 'delete', 'import', 'export'])
export const canWhitelist = definePermissions('system:whitelist', ['view', 'add', 'edit', 'enable', 'delete'])
export const canRisk = definePermissions('system:risk', ['view', 'add', 'edit', 'delete', 'import', 'export'])
export const canFactory = definePermissions('system:factory', ['view', 'add', 'edit', 'enable'])
export const canTerminal = definePermissions('system:terminal', ['view', 'edit'])
export const canAudit = definePermissions('system:audit', ['view', 'export'])
export const canUpdateLog = definePermissions('system:updateLog', ['add', 'edit', 'publish', 'delete'])
export const canDictionary = definePermissions('system:dict', ['view', 'add', 'edit', 'enable', 'delete', 'import', 'export'])

/** Permission for the list of administrative action items: any right on the system module. */
export const anySystem = anyOf('system')

export const administrationItemsPath = '/system/actionItems'
