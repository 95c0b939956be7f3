import { definePermissions } from '#kernel/permissions.ts'

/** Without it, a person sees the contracts that they keep or have filed. */
export const canLedger = definePermissions('contract:ledger', ['view', 'edit', 'import', 'export'])
