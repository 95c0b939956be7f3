import { definePermissions } from '#kernel/permissions.ts'

/** Permissions for floor prices and costs, which only finance and management see. */
export const canPriceBase = definePermissions('sales:priceBase', ['view', 'add', 'edit', 'delete', 'import', 'export'])
