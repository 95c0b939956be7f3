import { anyOf, definePermissions } from '#kernel/permissions.ts'

/** Whoever may do anything in finance sees the way to it. */
export const anyFinance = anyOf('finance')

/** Limits and standards that rules, fields and flows read. */
export const canParameter = definePermissions('finance:parameter', ['view', 'edit'])
