import { definePermissions } from '#kernel/permissions.ts'

const verbs = ['view', 'add', 'edit', 'enable', 'import', 'export'] as const

export const canSupplier = definePermissions('master:supplier', verbs)
export const canCustomer = definePermissions('master:customer', verbs)
export const canSalesGroup = definePermissions('master:salesGroup', verbs)
export const canMaterial = definePermissions('master:material', [...verbs, 'sync'])
export const canBank = definePermissions('master:bank', ['view', 'add', 'edit', 'delete', 'import', 'export'])
export const canSupplierAccount = definePermissions('master:supplierAccount', ['view', 'add', 'edit', 'delete', 'import', 'export'])
