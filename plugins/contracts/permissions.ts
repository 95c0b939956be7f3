import { definePermissions } from '#kernel/permissions.ts'

/** Permissions for the ledger of contracts; without `view` a person sees those that they keep or have filed. */
export const canLedger = definePermissions('contract:ledger', ['view', 'edit', 'import', 'export'])
