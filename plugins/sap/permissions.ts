import { definePermissions } from '#kernel/permissions.ts'

/** Has a failed posting pushed again. */
export const canPost = definePermissions('sap:posting', ['retry'])

/** Reads what SAP has in stock. */
export const canStock = definePermissions('sap:stock', ['view'])

/** Keeps the codes of units in SAP. */
export const canUnit = definePermissions('sap:unit', ['view', 'add', 'edit', 'import', 'export'])

/** Reads what is open with suppliers in SAP. */
export const canOpenItems = definePermissions('sap:openItems', ['view'])
