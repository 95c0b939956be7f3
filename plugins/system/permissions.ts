import { definePermissions } from '../../src/kernel/permissions.ts'

export const canUser = definePermissions('system:user', ['view', 'add', 'edit', 'enable', 'import', 'export'])
export const canRole = definePermissions('system:role', ['view', 'add', 'edit', 'enable', 'delete'])
export const canScope = definePermissions('system:dataScope', ['view', 'edit'])
export const canMenu = definePermissions('system:menu', ['view', 'add', 'edit', 'enable', 'delete'])
export const canOrganisation = definePermissions('system:org', ['view', 'add', 'edit', 'delete', 'sync'])
export const canDictionary = definePermissions('system:dict', ['view', 'add', 'edit', 'enable', 'delete', 'import', 'export'])
