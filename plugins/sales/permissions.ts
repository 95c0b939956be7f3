import { definePermissions } from '#kernel/permissions.ts'

/** Floor prices and costs are known to finance and management only. */
export const canPriceBase = definePermissions('sales:priceBase', ['view', 'add', 'edit', 'delete', 'import', 'export'])
