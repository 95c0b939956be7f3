import { anyOf, definePermissions } from '#kernel/permissions.ts'

/** Every right in finance opens the way to it. */
export const anyFinance = anyOf('finance')

/** Limits and standards that rules, fields and flows read. */
export const canParameter = definePermissions('finance:parameter', ['view', 'edit'])
